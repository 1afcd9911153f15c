/** The same JSON with two more fields in every object, as newer functions may send it to a script of an earlier release. */
export function newerAnswer(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(newerAnswer);
  if (typeof json !== 'object' || json === null) return json;
  const fields = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, newerAnswer(value)]));
  return { newField: { inside: [1, { deep: true }] }, ...fields, another: null };
}
