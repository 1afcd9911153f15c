import type { ServerResponse } from 'node:http';
import { sendJson } from '../http/send';
import { etagOf } from '../store/etag';
import type { ObjectRecord } from '../store/object-record';
import { adminJson } from './admin-json';

/** Sends one object's metadata with its entity tag. */
export const sendObject = (response: ServerResponse, record: ObjectRecord, origin: string): void =>
  sendJson(response, 200, adminJson(record, origin), { ETag: etagOf(record) });
