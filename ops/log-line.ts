import { createLog, type Log } from '@busker/functions/log';

type FieldsOf<K extends keyof Log> = Parameters<Log[K]>[0];

/** The message that this function of the log writes. It is read from the log itself, so the two cannot differ. */
export function messageOf(name: keyof Log): string {
  const lines: string[] = [];
  const write: (line: never) => void = createLog((line) => void lines.push(line))[name];
  write({} as never);
  const { message } = JSON.parse(lines.join('')) as { readonly message: string };
  return message;
}

/** Cloud Logging's filter for log lines of the functions, by the log function that writes them and the values of their fields. */
export function logged<K extends keyof Log>(
  name: K,
  where?: Readonly<Partial<Record<keyof FieldsOf<K> & string, string>>>,
): string {
  const fields = Object.entries<string | undefined>(where ?? {}).map(
    ([field, value]) => `jsonPayload.${field}=${JSON.stringify(value)}`,
  );
  return [
    'resource.type="cloud_run_revision"',
    `jsonPayload.message=${JSON.stringify(messageOf(name))}`,
    ...fields,
  ].join(' AND ');
}
