/** The places where a resource is not what we want, as dotted paths. What an API adds of its own does not count. */
export function differences(wanted: unknown, live: unknown, path = ''): readonly string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(live) || live.length !== wanted.length) return [path];
    return wanted.flatMap((each, index) => differences(each, live[index], `${path}[${index}]`));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    // An API leaves out an empty message; `dailyRecurrence: {}` is one that must be there all the same.
    if (typeof live !== 'object' || live === null) return [path];
    return Object.entries(wanted).flatMap(([key, each]) =>
      differences(each, (live as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return wanted === live ? [] : [path];
}
