ALTER TABLE planted RENAME TO seeded;

/* Resources and collaborators of a schedule are few: they are counted when somebody asks. */
DROP TRIGGER IF EXISTS resources_per_schedule_up;
DROP TRIGGER IF EXISTS resources_per_schedule_down;
DROP TRIGGER IF EXISTS resources_per_schedule_gone;
DROP TRIGGER IF EXISTS collaborators_per_schedule_up;
DROP TRIGGER IF EXISTS collaborators_per_schedule_down;
DROP TRIGGER IF EXISTS collaborators_per_schedule_gone;
DROP TABLE IF EXISTS resources_per_schedule;
DROP TABLE IF EXISTS collaborators_per_schedule;
