import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RulesFile } from '../access/rules-file';
import type { Service } from '../rpc/service';
import { invalid, statusOf, StatusError, unimplemented } from '../status';
import { parseJson, readBody, sendJson } from './http-body';

const DOCUMENTS = /^\/emulator\/v1\/projects\/([^/]+)\/databases\/([^/]+)\/documents$/;
const RULES = /^\/emulator\/v1\/projects\/[^/]+:securityRules$/;

function sourceOf(json: unknown): string {
  const { rules } = (typeof json === 'object' && json !== null ? json : {}) as { rules?: unknown };
  const { files } = (typeof rules === 'object' && rules !== null ? rules : {}) as { files?: unknown };
  const [file] = Array.isArray(files) ? (files as { content?: unknown }[]) : [];
  if (typeof file?.content !== 'string') throw invalid('The request needs rules.files[0].content.');
  return file.content;
}

async function putRules(rules: RulesFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const found = rules.put(sourceOf(parseJson(await readBody(request))));
  const issues = found.map(({ line, column, message, severity }) => ({
    sourcePosition: { line, column },
    description: message,
    severity: severity.toUpperCase(),
  }));
  const failed = found.find(({ severity }) => severity === 'error');
  if (failed === undefined) return sendJson(response, 200, { issues });
  const text = `${failed.line}:${failed.column} ${failed.message}`;
  sendJson(response, 400, { error: { code: 400, message: text, status: 'INVALID_ARGUMENT' }, issues });
}

function clearDatabase(service: Service, project: string, id: string): void {
  const database = service.engine.database(`projects/${project}/databases/${id}`);
  database.clear();
  service.log(`firestore: cleared projects/${project}/databases/${id}`);
}

async function answer(
  service: Service,
  rules: RulesFile,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const clear = DOCUMENTS.exec(path);
  if (clear?.[1] !== undefined && clear[2] !== undefined && request.method === 'DELETE') {
    clearDatabase(service, decodeURIComponent(clear[1]), decodeURIComponent(clear[2]));
    return sendJson(response, 200, {});
  }
  if (RULES.test(path) && request.method === 'PUT') return putRules(rules, request, response);
  if (path === '/reset' && request.method === 'POST') {
    for (const database of service.engine.all()) database.clear();
    return sendJson(response, 200, {});
  }
  if (/:(export|import)$/.test(path)) throw unimplemented('Export and import');
  throw new StatusError('NOT_FOUND', 'Unknown control path.');
}

/**
 * The emulator's control paths: clear the data, set the rules, reset. They need no token, because the server listens
 * on loopback only.
 */
export async function answerControl(
  service: Service,
  rules: RulesFile,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  try {
    await answer(service, rules, request, response, path);
  } catch (error) {
    const status = statusOf(error, service.log);
    sendJson(response, status.httpCode, status.toJson());
  }
}
