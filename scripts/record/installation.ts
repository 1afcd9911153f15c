import { readFile } from 'node:fs/promises';
import { firebaseConfig } from '@busker/host/firebase/firebase-config';
import { type Json, root } from './compare';
import ts from 'typescript';
import { createLog } from '@busker/functions/log';
import { opsResources } from '@busker/host/ops/resources';

interface HeaderRow {
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

/** The hosting part of firebase.json: headers by pattern in their order, rewrites, and what is served. */
export function hosting(): Json {
  const { hosting: made } = JSON.parse(JSON.stringify(firebaseConfig())) as {
    readonly hosting: { readonly headers: readonly HeaderRow[]; readonly rewrites: readonly Json[] };
  };
  const { headers, ...others } = made;
  const rows = headers.map(
    ({ headers: each, ...pattern }) =>
      [
        Object.entries(pattern)
          .map(([kind, text]) => `${kind} ${String(text)}`)
          .join(' '),
        Object.fromEntries(each.map(({ key, value }) => [key, value])),
      ] as const,
  );
  return { ...others, order: rows.map(([pattern]) => pattern), headers: Object.fromEntries(rows) };
}

/** Security rules without comments, blank lines and indentation: each is one statement or condition. */
export async function rulesOf(service: 'firestore' | 'storage'): Promise<string> {
  const text = await readFile(`${root}rules/${service}.rules`, 'utf8');
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, '').trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** Each index by its collection and fields; their order in the file has no meaning. */
export async function indexes(): Promise<Json> {
  const text = await readFile(`${root}rules/firestore.indexes.json`, 'utf8');
  const { indexes: all, fieldOverrides } = JSON.parse(text) as {
    readonly indexes: readonly {
      readonly collectionGroup: string;
      readonly queryScope: string;
      readonly fields: readonly Readonly<Record<string, string>>[];
    }[];
    readonly fieldOverrides: Json;
  };
  const written = all.map(({ collectionGroup, queryScope, fields }) =>
    [
      `${collectionGroup} (${queryScope})`,
      ...fields.map(({ fieldPath, ...how }) => `${fieldPath} ${Object.values(how).join(' ')}`),
    ].join(', '),
  );
  return { indexes: written.toSorted(), fieldOverrides };
}

/** The file of the interface `Log`: what a line carries is known only to the types. */
const logFile = 'functions/log.ts';

/** The fields of each log line, as the interface `Log` declares them. */
async function declaredFields(): Promise<ReadonlyMap<string, readonly string[]>> {
  const source = ts.createSourceFile(
    logFile,
    await readFile(root + logFile, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const log = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === 'Log');
  if (log === undefined || !ts.isInterfaceDeclaration(log))
    throw new Error(`${logFile} has no interface Log.`);
  return new Map(
    log.members.filter(ts.isMethodSignature).map((method) => {
      const type = method.parameters[0]?.type;
      const members: readonly ts.TypeElement[] = type && ts.isTypeLiteralNode(type) ? type.members : [];
      const fields = members.filter(ts.isPropertySignature).map((each) => {
        const values = each.type?.getText(source).replaceAll(/\s+/g, ' ') ?? 'unknown';
        return `${each.name.getText(source)}: ${values}`;
      });
      return [method.name.getText(source), fields];
    }),
  );
}

/** Each log line by its message: its level, and its fields. People search for these, and alerts are made of them. */
export async function logLines(): Promise<Json> {
  const fields = await declaredFields();
  const lines: string[] = [];
  const log = createLog((line) => void lines.push(line));
  const rows = Object.entries(log as unknown as Readonly<Record<string, (line: object) => void>>).map(
    ([name, write]) => {
      lines.length = 0;
      write({});
      const { severity, message } = JSON.parse(lines.join('')) as Readonly<Record<string, string>>;
      const carried = fields.get(name);
      if (carried === undefined) throw new Error(`The interface Log does not declare ${name}.`);
      return [message ?? '', { level: severity ?? '', fields: [...carried].toSorted() }] as const;
    },
  );
  return Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Everything that watches an installation (metrics, alerts, checks, the dashboard, buckets), as the code gives it to Google. */
export function watched(): Json {
  const resources = opsResources({
    projectId: 'PROJECT',
    host: 'HOST',
    region: 'REGION',
    database: 'DATABASE',
    bucket: 'BUCKET',
    maxInstances: 20,
    mailTo: { page: 'page@HOST', ticket: 'ticket@HOST' },
  });
  const names = {
    channel: (level: string) => `channel ${level}`,
    uptimeCheck: (name: string) => `checks/${name}`,
  };
  return JSON.parse(
    JSON.stringify(Object.fromEntries(resources.map(({ id, wanted }) => [id, wanted(names)]))),
  ) as Json;
}
