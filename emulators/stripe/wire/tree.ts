/** Decoded request parameters. The leaves of a form are strings; the leaves of a JSON body keep their types. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [key: string]: Tree };
export type Branch = { readonly [key: string]: Tree };

type Growing = { [key: string]: string | Growing };

const keyParts = (key: string): string[] => {
  const head = key.split('[', 1)[0] ?? '';
  const rest = [...key.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  return [head, ...rest];
};

function grow(root: Growing, parts: readonly string[], value: string): void {
  let branch = root;
  parts.forEach((part, depth) => {
    const name = part === '' ? String(Object.keys(branch).length) : part;
    if (depth === parts.length - 1) {
      branch[name] = value;
      return;
    }
    const next = branch[name];
    branch = typeof next === 'object' ? next : (branch[name] = Object.create(null) as Growing);
  });
}

function settle(value: string | Growing): Tree {
  if (typeof value === 'string') return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (isList) return names.sort((a, b) => Number(a) - Number(b)).map((name) => settle(value[name] ?? ''));
  return Object.fromEntries(names.map((name) => [name, settle(value[name] ?? '')]));
}

/** Parses `a[b][0]=c` and `a[]=c`, the notations of the SDK and of curl. */
export function parseForm(text: string): Branch {
  const root: Growing = Object.create(null) as Growing;
  for (const [key, value] of new URLSearchParams(text)) grow(root, keyParts(key), value);
  const names = Object.keys(root);
  return Object.fromEntries(names.map((name) => [name, settle(root[name] ?? '')]));
}

export function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
