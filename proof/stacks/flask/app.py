"""The scheduling service in Flask and SQLite, written from the document alone.

SEED names a JSON file with the accounts and schedules that exist at the start, MAILS the file that e-mails are appended to, and
MISTAKE one of the mistakes below; without it, none is made.
"""

import json
import os
import re
import secrets
import sqlite3
import tempfile
import threading
import time
from collections import defaultdict, deque
from datetime import datetime, timedelta, timezone
from functools import lru_cache, wraps
from urllib.parse import urlencode, urlsplit
from zoneinfo import ZoneInfo, available_timezones

from flask import Flask, g, jsonify, request
from werkzeug.exceptions import HTTPException
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.serving import WSGIRequestHandler, make_server

MISTAKES = {
    "one-for-true": "shows 1 and 0 for booleans, as SQLite stores them",
    "if-value": "ignores falsy values in an update, because it tests `if value`",
    "naive-is-utc": "reads times without a zone as UTC",
    "todays-offset": "converts times by the offset that the zone has today",
    "length-in-bytes": "counts the bytes of a text instead of its characters",
    "limit-or-default": "takes limit=0 for no limit given, because of `limit or 20`",
    "total-of-page": "counts the page instead of all objects that match",
    "links-lose-filters": "builds links from offset and limit alone",
    "ids-substring": "selects ids by `str(id) in ids`, which finds 1 in 12",
    "mutable-default": "keeps the members of the last create as defaults of the next, in a mutable default argument",
    "closed-interval": "includes bookings that end exactly at time_max",
    "commit-in-loop": "commits each member of an update before the next one is validated",
    "rowcount-ignored": "says success for an update of an object that does not exist",
    "any-text-is-true": "takes all=0 for all=1, because bool('0') is true",
    "unique-on-create": "looks for the name of a resource only when it is created",
    "falsy-fields": "leaves falsy members out where fields names them",
    "now-at-import": "evaluates the current time once, when the module is imported",
    "none-for-unset": "shows null for unset texts",
    "cached-zone": "caches the time zone of an account and never clears it, with lru_cache",
    "urlsplit-forgives": "takes a link with a line break, because urlsplit removes it before it looks",
    "role-not-checked": "lets every collaborator read collaborators, without a decorator for owners",
}
MISTAKE = os.environ.get("MISTAKE", "")


def wrong(name):
    assert name in MISTAKES, name
    return MISTAKE == name


app = Flask(__name__)
app.json.sort_keys = False
folder = tempfile.TemporaryDirectory()
database = os.path.join(folder.name, "schedules.db")

SCHEMA = """
CREATE TABLE users (
  id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, password TEXT NOT NULL, firstname TEXT NOT NULL,
  lastname TEXT NOT NULL, language_tag TEXT NOT NULL, date_format TEXT NOT NULL, time_format TEXT NOT NULL,
  timezone TEXT NOT NULL, first_day_of_week TEXT NOT NULL, allow_collaboration INTEGER NOT NULL,
  profile_completed INTEGER NOT NULL, collaboration_limit INTEGER NOT NULL, request_rate_limit INTEGER NOT NULL,
  schedules_limit INTEGER NOT NULL, updated_at TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE activations (token TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE, email TEXT NOT NULL);
CREATE TABLE schedules (id TEXT PRIMARY KEY, owner_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE);
CREATE TABLE resources (
  id INTEGER PRIMARY KEY AUTOINCREMENT, schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  name TEXT NOT NULL, description TEXT, color_fg TEXT, color_bk TEXT, color_schedule TEXT, text_bold INTEGER, link TEXT,
  link_title TEXT, note TEXT, custom_1 TEXT, custom_2 TEXT, updated_at TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE INDEX resource_names ON resources (name);
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY AUTOINCREMENT, schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  resource_id INTEGER NOT NULL REFERENCES resources ON DELETE CASCADE, title TEXT, all_day_display INTEGER, color_fg TEXT,
  color_bk TEXT, text_bold INTEGER, link TEXT, link_title TEXT, note TEXT, custom_1 TEXT, custom_2 TEXT,
  start_utc TEXT NOT NULL, end_utc TEXT NOT NULL, updated_at TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE INDEX bookings_of_resources ON bookings (resource_id);
CREATE TABLE collaborators (
  id INTEGER PRIMARY KEY AUTOINCREMENT, schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE, user_role TEXT NOT NULL, user_id TEXT REFERENCES users ON DELETE CASCADE,
  updated_at TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (schedule_id, email));
"""


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def connect():
    db = sqlite3.connect(database, timeout=30, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = OFF")
    return db


def query(sql, *values):
    return g.db.execute(sql, values)


def one(sql, *values):
    return query(sql, *values).fetchone()


IMPORTED = datetime.now(timezone.utc)


def now():
    moment = IMPORTED if wrong("now-at-import") else datetime.now(timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# Values


def text(longest, pattern=None, shortest=0):
    def check(value):
        if not isinstance(value, str):
            raise ValueError("must be a string")
        value.encode("utf-8")
        length = len(value.encode("utf-8")) if wrong("length-in-bytes") else len(value)
        if not shortest <= length <= longest:
            raise ValueError(f"must have {shortest} to {longest} characters")
        if pattern and not re.fullmatch(pattern, value):
            raise ValueError("has a wrong form")
        return value

    return check


def one_of(*allowed):
    def check(value):
        if not isinstance(value, str) or value not in allowed:
            raise ValueError(f"must be one of {', '.join(allowed)}")
        return value

    return check


def boolean(value):
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def link(value):
    text(250)(value)
    if value:
        parts = urlsplit(value)
        if not wrong("urlsplit-forgives") and re.search(r"[\s\x00-\x1f\x7f]", value):
            raise ValueError("must not have blanks or control characters")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("must be a web link with http or https")
    return value


def time_zone(value):
    if not isinstance(value, str) or value not in available_timezones():
        raise ValueError("must be a time zone of the Olson database")
    return value


def email(value):
    return text(200, r"[^@\s]+@[^@\s]+")(value)


def resource_id(value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("must be an integer")
    return value


def zone_of(user):
    return cached_zone(user["id"]) if wrong("cached-zone") else ZoneInfo(user["timezone"])


@lru_cache(maxsize=None)
def cached_zone(user_id):
    return ZoneInfo(one("SELECT timezone FROM users WHERE id = ?", user_id)["timezone"])


def moment(value, is_bound=False):
    """Parses a time. Returns UTC to the second; a bound is rounded up to a full second."""
    if not isinstance(value, str) or not re.match(r"\d{4}-?[\dW]{2}-?\d*($|[T ]\d)", value):
        raise ValueError("must be a date and time in ISO 8601")
    parsed = datetime.fromisoformat(value)
    if parsed.tzinfo is None:
        parsed = parsed.replace(tzinfo=timezone.utc if wrong("naive-is-utc") else todays(zone_of(g.user)))
    if is_bound and parsed.microsecond:
        parsed += timedelta(seconds=1)
    return parsed.astimezone(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")


def todays(zone):
    return timezone(datetime.now(zone).utcoffset()) if wrong("todays-offset") else zone


def local(utc):
    return datetime.fromisoformat(utc).astimezone(todays(zone_of(g.user))).isoformat(sep=" ")[:16]


COLOUR = text(7, r"#[0-9A-Fa-f]{6}")
SHARED = {
    "color_fg": COLOUR, "color_bk": COLOUR, "text_bold": boolean, "link": link, "link_title": text(100),
    "note": text(500), "custom_1": text(200), "custom_2": text(200),
}  # fmt: skip
WRITABLE = {
    "resources": {"name": text(100, shortest=1), "description": text(200), "color_schedule": COLOUR, **SHARED},
    "bookings": {
        "resource_id": resource_id, "title": text(100), "start": moment, "end": moment, "all_day_display": boolean, **SHARED,
    },  # fmt: skip
    "collaborators": {"user_role": one_of("editor", "viewer")},
}
DEFAULTS = {"color_fg": "#000000", "color_bk": "#FFFFFF", "text_bold": False}
INITIAL = {
    "resources": {**DEFAULTS, "color_schedule": "#FFFFFF"},
    "bookings": {**DEFAULTS, "all_day_display": False},
    "collaborators": {"user_role": "viewer"},
}
REQUIRED = {"resources": ["name"], "bookings": ["resource_id", "start", "end"], "collaborators": ["email"]}
ACCOUNT = {
    "email": email, "firstname": text(50), "lastname": text(100), "language_tag": one_of("en", "de"),
    "date_format": one_of(*(order.replace("-", mark) for order in ("m-d-Y", "d-m-Y", "Y-m-d") for mark in "/-.")),
    "time_format": one_of("H:i", "h:i A", "h:i a"), "timezone": time_zone,
    "first_day_of_week": one_of("monday", "saturday", "sunday"), "allow_collaboration": boolean,
    "profile_completed": boolean, "new_password": text(1000, shortest=6),
}  # fmt: skip


def sent(body, checks):
    """The writable members of a body, each validated; all others are ignored."""
    values = {}
    for name, check in checks.items():
        if name in body:
            try:
                values[name] = check(body[name])
            except (ValueError, OverflowError) as error:
                raise Refused(422, f"{name} {error}") from error
    return {COLUMNS.get(name, name): value for name, value in values.items()}


COLUMNS = {"start": "start_utc", "end": "end_utc"}


def json_body():
    body = request.get_json(force=True)
    if not isinstance(body, dict):
        raise Refused(400, "The body must be a JSON object.")
    return body


# Accounts and access

requests_of = defaultdict(deque)
rate_lock = threading.Lock()


def count_request(user):
    with rate_lock:
        times, moment = requests_of[user["id"]], time.monotonic()
        while times and times[0] <= moment - 300:
            times.popleft()
        if len(times) >= user["request_rate_limit"]:
            raise Refused(429, "Too many requests.")
        times.append(moment)


@app.before_request
def authenticate():
    g.db = connect()
    if request.endpoint == "activate":
        return
    given = request.authorization
    if not given or given.type != "basic" or given.username is None:
        raise Refused(401, "Send an e-mail address and a password.")
    user = one("SELECT * FROM users WHERE email = ?", given.username)
    if not user or not check_password_hash(user["password"], given.password or ""):
        raise Refused(401, "The e-mail address or the password is wrong.")
    count_request(user)
    if request.method != "GET":
        # No other request can write between the reads and the writes of this one.
        query("BEGIN IMMEDIATE")
        user = one("SELECT * FROM users WHERE id = ?", user["id"])
        if not user:
            raise Refused(401, "The account was deleted.")
    g.user = user


@app.teardown_request
def disconnect(_error):
    if "db" in g:
        g.db.close()


def done(**members):
    if g.db.in_transaction:
        query("COMMIT")
    return jsonify(success=True, **members)


def schedule_role(schedule):
    owned = one("SELECT owner_id FROM schedules WHERE id = ?", schedule)
    if owned and owned["owner_id"] == g.user["id"]:
        return "owner"
    own = one("SELECT user_role FROM collaborators WHERE schedule_id = ? AND user_id = ?", schedule, g.user["id"])
    if not own:
        raise Refused(404, "There is no such schedule.")
    return own["user_role"]


def may(read, write):
    """Refuses callers whose role is not among those that may read, or write."""

    def decorate(view):
        @wraps(view)
        def checked(schedule, **path):
            role = schedule_role(schedule)
            if wrong("role-not-checked") and request.method == "GET":
                return view(schedule, **path)
            if role not in (read if request.method == "GET" else write):
                raise Refused(403, f"A {role} may not do this.")
            return view(schedule, **path)

        return checked

    return decorate


EVERYBODY, WRITERS, OWNER = ("owner", "editor", "viewer"), ("owner", "editor"), ("owner",)


# Lists


def integer(name, usual):
    value = request.args.get(name)
    if value is None:
        return usual
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise Refused(400, f"{name} must be an integer.")
    return int(value)


def named_ids():
    value = request.args.get("ids")
    if value is None:
        return None
    if not re.fullmatch(r"[0-9]{1,15}(,[0-9]{1,15})*", value):
        raise Refused(400, "ids must be identifiers, separated by commas.")
    return {int(each) for each in value.split(",")}


def scope(table, schedule, resource=None):
    """The SQL condition that selects the objects of a request, with its values."""
    condition, values = "schedule_id = ?", [schedule]
    if resource is not None:
        find("resources", schedule, resource)
        condition, values = f"{condition} AND resource_id = ?", [*values, resource]
    ids = named_ids()
    if ids is not None and wrong("ids-substring"):
        condition, values = f"{condition} AND instr(?, id) > 0", [*values, request.args["ids"]]
    elif ids is not None:
        condition = f"{condition} AND id IN ({','.join(map(str, ids))})"
    if table == "bookings" and request.method == "GET":
        upper = "end_utc <= ?" if wrong("closed-interval") else "end_utc < ?"
        for name, comparison in ("time_min", "start_utc >= ?"), ("time_max", upper):
            if name in request.args:
                try:
                    values.append(moment(request.args[name], is_bound=True))
                except (ValueError, OverflowError) as error:
                    raise Refused(400, f"{name} {error}") from error
                condition = f"{condition} AND {comparison}"
    return condition, values


def find(table, schedule, id):
    row = one(f"SELECT * FROM {table} WHERE schedule_id = ? AND id = ?", schedule, id)
    if not row:
        raise Refused(404, f"There is no such object among the {table}.")
    return row


MEMBERS = {
    "resources": "id schedule_id name description color_fg color_bk color_schedule text_bold link link_title note custom_1 custom_2",
    "bookings": "id schedule_id resource_id title start end all_day_display color_fg color_bk text_bold link link_title note"
    " custom_1 custom_2 start_utc end_utc",
    "collaborators": "id schedule_id email user_role",
}


def shown(table, row):
    kept = dict(row)
    if table == "bookings":
        kept.update(start=local(row["start_utc"]), end=local(row["end_utc"]))
    data = {}
    for name in [*MEMBERS[table].split(), "updated_at", "created_at"]:
        value = kept[name]
        if name in ("text_bold", "all_day_display") and not wrong("one-for-true"):
            value = bool(value)
        data[name] = "" if value is None and not wrong("none-for-unset") else value
    if table == "collaborators" and row["user_id"]:
        data["user"] = dict(one("SELECT email, firstname, lastname FROM users WHERE id = ?", row["user_id"]))
    return only_fields(data)


def only_fields(data):
    if "fields" not in request.args:
        return data
    named = request.args["fields"].split(",")
    return {name: value for name, value in data.items() if name in named and (value or not wrong("falsy-fields"))}


def page(table, schedule, resource=None):
    condition, values = scope(table, schedule, resource)
    limit, offset = integer("limit", 20), integer("offset", 0)
    if wrong("limit-or-default"):
        limit = limit or 20
    total = one(f"SELECT count(*) AS total FROM {table} WHERE {condition}", *values)["total"]
    rows = query(f"SELECT * FROM {table} WHERE {condition} ORDER BY id LIMIT ? OFFSET ?", *values, limit or -1, offset)
    data = [shown(table, row) for row in rows]
    if wrong("total-of-page"):
        total = len(data)

    def link_to(start):
        kept = {} if wrong("links-lose-filters") else request.args.to_dict()
        return f"{request.base_url}?{urlencode({**kept, 'offset': start, 'limit': limit})}"

    links = {"first": link_to(0), "last": link_to((max(total, 1) - 1) // limit * limit if limit else 0)}
    if limit and offset + len(data) < total and data:
        links["next"] = link_to(offset + len(data))
    pagination = {"limit": limit, "offset": offset, "page_count": len(data), "total_count": total, "links": links}
    return jsonify(success=True, data=data, pagination=pagination)


# Writing


def validate(table, schedule, values, ids):
    """Checks across values: names are free, resources exist, and bookings end after their start."""
    if "name" in values and not (ids and wrong("unique-on-create")):
        taken = one("SELECT id FROM resources WHERE name = ?", values["name"])
        if len(ids) > 1 or (taken and taken["id"] not in ids):
            raise Refused(409, "The name of a resource must be unique.")
    if "resource_id" in values and not one(
        "SELECT 1 FROM resources WHERE schedule_id = ? AND id = ?", schedule, values["resource_id"]
    ):
        raise Refused(422, "resource_id must be a resource of the schedule.")
    if "start_utc" in values or "end_utc" in values:
        for row in [find(table, schedule, id) for id in ids] or [{}]:
            times = {**dict(row), **values}
            if times["end_utc"] < times["start_utc"]:
                raise Refused(422, "end must not be before start.")


def create(table, schedule, known={}):
    body = json_body()
    missing = [name for name in REQUIRED[table] if name not in body]
    if missing:
        raise Refused(422, f"{missing[0]} is required.")
    values = known if wrong("mutable-default") and table != "collaborators" else {}
    values.update({**INITIAL[table], **values, **sent(body, WRITABLE[table])})
    if table == "collaborators":
        values.update(new_collaborator(schedule, body))
    validate(table, schedule, values, [])
    created = now()
    row = {**values, "schedule_id": schedule, "updated_at": created, "created_at": created}
    sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
    id = query(sql, *row.values()).lastrowid
    if table == "collaborators" and body.get("invite"):
        send_mail(values["email"], "Invitation", f"You were invited to {schedule} as collaborator {id}.")
    return done(data=[{"id": id}]), 201


def new_collaborator(schedule, body):
    values = sent(body, {"email": email, "invite": boolean})
    if one("SELECT 1 FROM collaborators WHERE schedule_id = ? AND email = ?", schedule, values["email"]):
        raise Refused(409, "The schedule has this collaborator already.")
    user = one("SELECT * FROM users WHERE email = ?", values["email"])
    if user and user["id"] == g.user["id"]:
        raise Refused(422, "The owner cannot be a collaborator.")
    if user and not user["allow_collaboration"]:
        raise Refused(403, "This user does not take part in collaborations.")
    if user:
        count = one("SELECT count(*) AS count FROM collaborators WHERE user_id = ?", user["id"])["count"]
        if count >= user["collaboration_limit"]:
            raise Refused(403, "This user has as many collaborations as allowed.")
    return {"email": values["email"], "user_id": user and user["id"]}


def store(table, ids, values):
    if not values or not ids:
        return
    columns = ", ".join(f"{name} = ?" for name in values)
    sql = f"UPDATE {table} SET {columns}, updated_at = ? WHERE id IN ({','.join('?' * len(ids))})"
    query(sql, *values.values(), now(), *ids)


def update(table, schedule, ids):
    body = json_body()
    if wrong("if-value"):
        body = {name: value for name, value in body.items() if value}
    if wrong("commit-in-loop"):
        for name in [name for name in body if name in WRITABLE[table]]:
            values = sent({name: body[name]}, WRITABLE[table])
            validate(table, schedule, values, ids)
            store(table, ids, values)
            query("COMMIT")
            query("BEGIN IMMEDIATE")
        return done()
    values = sent(body, WRITABLE[table])
    validate(table, schedule, values, ids)
    store(table, ids, values)
    return done()


def delete(table, ids):
    query(f"DELETE FROM {table} WHERE id IN ({','.join('?' * len(ids))})", *ids)
    return done()


def many(table, schedule, resource=None):
    if request.method == "GET":
        return page(table, schedule, resource)
    if request.method == "POST":
        return create(table, schedule)
    if request.method == "DELETE" and "ids" not in request.args:
        every = request.args.get("all", "0")
        if not (bool(every) if wrong("any-text-is-true") and "all" in request.args else every == "1"):
            raise Refused(400, "Send all=1 or ids.")
    condition, values = scope(table, schedule, resource)
    ids = [row["id"] for row in query(f"SELECT id FROM {table} WHERE {condition}", *values)]
    return update(table, schedule, ids) if request.method == "PUT" else delete(table, ids)


def single(table, schedule, id):
    if request.method == "PUT" and wrong("rowcount-ignored"):
        rows = query(f"SELECT id FROM {table} WHERE schedule_id = ? AND id = ?", schedule, id)
        return update(table, schedule, [row["id"] for row in rows])
    row = find(table, schedule, id)
    if request.method == "GET":
        return jsonify(success=True, data=shown(table, row))
    return update(table, schedule, [id]) if request.method == "PUT" else delete(table, [id])


# Routes

ROOT = "/v1/schedules/<schedule>"
LIST, ITEM = ["GET", "POST", "PUT", "DELETE"], ["GET", "PUT", "DELETE"]


@app.route(f"{ROOT}/resources", methods=LIST)
@may(read=EVERYBODY, write=WRITERS)
def resources(schedule):
    return many("resources", schedule)


@app.route(f"{ROOT}/resources/<int:id>", methods=ITEM)
@may(read=EVERYBODY, write=WRITERS)
def resource(schedule, id):
    return single("resources", schedule, id)


@app.route(f"{ROOT}/bookings", methods=LIST)
@may(read=EVERYBODY, write=WRITERS)
def bookings(schedule):
    return many("bookings", schedule)


@app.route(f"{ROOT}/resources/<int:resource>/bookings", methods=ITEM)
@may(read=EVERYBODY, write=WRITERS)
def bookings_of_resource(schedule, resource):
    return many("bookings", schedule, resource)


@app.route(f"{ROOT}/bookings/<int:id>", methods=ITEM)
@may(read=EVERYBODY, write=WRITERS)
def booking(schedule, id):
    return single("bookings", schedule, id)


@app.route(f"{ROOT}/collaborators", methods=LIST)
@may(read=OWNER, write=OWNER)
def collaborators(schedule):
    return many("collaborators", schedule)


@app.route(f"{ROOT}/collaborators/<int:id>", methods=["GET", "PUT"])
@may(read=OWNER, write=OWNER)
def collaborator(schedule, id):
    return single("collaborators", schedule, id)


@app.delete(f"{ROOT}/collaborators/<int:id>")
def end_collaboration(schedule, id):
    role = schedule_role(schedule)
    if role != "owner" and find("collaborators", schedule, id)["user_id"] != g.user["id"]:
        raise Refused(403, "Only the owner may do this.")
    return single("collaborators", schedule, id)


@app.get("/v1/users/me")
def me():
    user = dict(g.user)
    del user["password"]
    for name in "allow_collaboration", "profile_completed":
        user[name] = bool(user[name])
    return jsonify(success=True, data=only_fields(user))


@app.put("/v1/users/me")
def change_me():
    values = sent(json_body(), ACCOUNT)
    if "new_password" in values:
        values["password"] = hashed(values.pop("new_password"))
    address = values.pop("email", None)
    if address is not None and address != g.user["email"]:
        start_activation(address)
    if values:
        columns = ", ".join(f"{name} = ?" for name in values)
        query(f"UPDATE users SET {columns}, updated_at = ? WHERE id = ?", *values.values(), now(), g.user["id"])
    return done()


@app.delete("/v1/users/me")
def delete_me():
    if request.args.get("me") != "1":
        raise Refused(400, "Send me=1 to delete this account.")
    query("DELETE FROM users WHERE id = ?", g.user["id"])
    return done()


def start_activation(address):
    taken = one("SELECT id FROM users WHERE email = ?", address)
    if taken and taken["id"] != g.user["id"]:
        raise Refused(409, "This e-mail address is in use.")
    token = secrets.token_urlsafe(24)
    query("INSERT INTO activations VALUES (?, ?, ?)", token, g.user["id"], address)
    send_mail(address, "Activation", f"Follow {request.host_url}v1/activations/{token} to use this address.")


@app.get("/v1/activations/<token>")
def activate(token):
    activation = one("SELECT * FROM activations WHERE token = ?", token)
    if not activation:
        raise Refused(404, "This link is not valid.")
    sql = "UPDATE users SET email = ?, updated_at = ? WHERE id = ?"
    query(sql, activation["email"], now(), activation["user_id"])
    query("DELETE FROM activations WHERE user_id = ?", activation["user_id"])
    return jsonify(success=True)


def send_mail(to, subject, body):
    with open(os.environ["MAILS"], "a", encoding="utf-8") as file:
        file.write(json.dumps({"to": to, "subject": subject, "text": body}) + "\n")


# Errors


def failure(status, message):
    answer = jsonify(success=False, error=message)
    answer.status_code = status
    if status == 401:
        answer.headers["WWW-Authenticate"] = 'Basic realm="schedules", charset="UTF-8"'
    if status == 429:
        answer.headers["Retry-After"] = "300"
    return answer


@app.errorhandler(Refused)
def refused(error):
    return failure(error.status, str(error))


@app.errorhandler(HTTPException)
def http_error(error):
    return failure(error.code, error.description)


@app.errorhandler(OverflowError)
def too_large(_error):
    return failure(404, "There is no such object.")


# Start


def hashed(password):
    # Few rounds, because every request of a certification verifies a password.
    return generate_password_hash(password, method="pbkdf2:sha256:10")


def load_seed(db, seed):
    usual = {
        "firstname": "", "lastname": "", "language_tag": "en", "date_format": "Y-m-d", "time_format": "H:i", "timezone": "UTC",
        "first_day_of_week": "monday", "allow_collaboration": True, "profile_completed": False, "collaboration_limit": 100,
        "request_rate_limit": 1_000_000, "schedules_limit": 10,
    }  # fmt: skip
    created = now()
    for user in seed["users"]:
        row = {**usual, **user, "password": hashed(user["password"]), "updated_at": created, "created_at": created}
        db.execute(f"INSERT INTO users ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
    for schedule in seed["schedules"]:
        owner = db.execute("SELECT id FROM users WHERE email = ?", (schedule["owner"],)).fetchone()
        db.execute("INSERT INTO schedules VALUES (?, ?)", (schedule["id"], owner["id"]))


def main():
    db = connect()
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(SCHEMA)
    with open(os.environ["SEED"], encoding="utf-8") as file:
        load_seed(db, json.load(file))
    WSGIRequestHandler.protocol_version = "HTTP/1.1"
    server = make_server("127.0.0.1", int(os.environ.get("PORT", "0")), app, threaded=True)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
