import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RulesFile } from '../../firestore/access/rules-file';
import { badRequest, notImplemented } from '../storage-error';
import type { StorageParts } from '../storage-parts';
import { readJson } from './request-parts';
import { sendJson } from './send';

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null;

function sourceOf(json: unknown): string {
  const rules = isRecord(json) ? json['rules'] : undefined;
  const files: unknown = isRecord(rules) ? rules['files'] : undefined;
  const file: unknown = Array.isArray(files) ? files[0] : undefined;
  const content = isRecord(file) ? file['content'] : undefined;
  if (typeof content !== 'string') throw badRequest('The request needs rules.files[0].content.');
  return content;
}

/** `/internal/…`: the emulator's control paths, which rules-unit-testing uses. */
export async function answerControl(
  parts: StorageParts,
  rules: RulesFile,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (path === '/internal/setRules' && request.method === 'PUT') {
    const failed = rules.put(sourceOf(await readJson(request))).find(({ severity }) => severity === 'error');
    if (failed !== undefined) throw badRequest(`${failed.line}:${failed.column} ${failed.message}`);
    return sendJson(response, 200, { message: 'Rules updated successfully' });
  }
  if (path === '/internal/reset' && request.method === 'POST') {
    parts.store.clear();
    return sendJson(response, 200, {});
  }
  throw notImplemented(path);
}
