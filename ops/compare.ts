/** The dotted paths at which a resource differs from the one we want. Fields that only the API adds do not count. */
export function differences(wanted: unknown, live: unknown, path = ''): readonly string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(live) || live.length !== wanted.length) return [path];
    return wanted.flatMap((each, index) => differences(each, live[index], `${path}[${index}]`));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    // An API leaves out an empty message, but `dailyRecurrence: {}` must be present although it is empty.
    if (typeof live !== 'object' || live === null) return [path];
    return Object.entries(wanted).flatMap(([key, each]) =>
      differences(each, (live as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return wanted === live ? [] : [path];
}
