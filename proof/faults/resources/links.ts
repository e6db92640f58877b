import { body, bodyAs, changesOf, linkUpTo, textUpTo, writesOf } from '../../alter/index.js'
import { fault } from '../fault.js'

/** A link that must be there, and of this form. */
const linkLike = (form: RegExp) =>
  textUpTo(250).refine(link => form.test(String(link)), { error: 'is no web link' })

export const resourceLinkFaults = [
  fault('resource-link-https-only', 'takes links of resources with https only', {
    breaks: { 'RES-16': /the link "http:\/\/example\.com\/page" .* must be accepted/ },
    touches: ['RES-17', 'RES-18.none', 'RES-20', 'RES-40.link', 'BULK-19.resources'],
    alter: body(writesOf.resource, { link: linkUpTo(250, /^https:\/\//i) }),
  }),
  fault('resource-link-http-only', 'takes links of resources with https in bulk updates for other ones', {
    breaks: { 'RES-16.bulk': /the link "https:\/\/example\.com\/page" in a bulk update/ },
    touches: ['RES-19.bulk'],
    alter: body('changeResources', { link: linkUpTo(250, /^http:\/\//i) }),
  }),
  fault('resource-link-httpx', 'takes every scheme that begins with http for the link of a resource', {
    breaks: { 'RES-17': /"httpx:\/\/example\.com\/page"/ },
    alter: body(writesOf.resource, { link: linkUpTo(250, /^http/i) }),
  }),
  fault('resource-link-scheme-anywhere', 'looks for a web address somewhere in the link of a new resource', {
    breaks: { 'RES-17.create': /javascript:open/ },
    alter: body('createResource', { link: linkUpTo(250, /https?:\/\//i) }),
  }),
  fault('resource-link-unchecked-on-update', 'checks the link of a resource on create only', {
    breaks: { 'RES-17.update': /"ftp:\/\/example\.com\/file" in an update/ },
    touches: ['RES-18.none', 'RES-19.update', 'ENV-05.values'],
    alter: body('changeResource', { link: textUpTo(500) }),
  }),
  fault('resource-link-scheme-in-small-letters', 'knows the schemes of links in small letters only', {
    breaks: { 'RES-18.case': /"HTTPS:\/\/example\.com\/page" in an update of a resource must be accepted/ },
    alter: body(writesOf.resource, { link: linkUpTo(250, /^https?:\/\//) }),
  }),
  fault('resource-link-without-scheme', 'takes a link without a scheme, and keeps it as it is', {
    breaks: { 'RES-18.none': /"www\.example\.com" in an update of a resource must be refused/ },
    alter: body(writesOf.resource, { link: linkUpTo(250, /^(?:https?:)?\/\/|^www\./i) }),
  }),
  fault('resource-link-relative-scheme', 'takes a link that begins with two slashes', {
    breaks: { 'RES-18.none': /"\/\/example\.com"/ },
    alter: body(changesOf.resource, { link: linkUpTo(250, /^(?:https?:)?\/\//i) }),
  }),
  fault('resource-link-slash-added', 'adds a slash to the link of a resource that has no path', {
    breaks: { 'RES-20': /link is not as it must be/ },
    alter: bodyAs(writesOf.resource, ({ link, ...rest }) => ({
      ...rest,
      ...(link !== undefined && { link: String(link).replace(/^(https?:\/\/[^/?#]+)$/i, '$1/') }),
    })),
  }),
  fault('resource-link-must-be-there', 'refuses an empty link in an update of a resource', {
    breaks: {
      'RES-44.minimal': /as they were read must be accepted/,
      'RES-27.link': /an empty link in an update/,
    },
    touches: ['CROSS-13.resource'],
    alter: body('changeResource', { link: linkLike(/^https?:\/\//i) }),
  }),
]
