import { runInNewContext } from 'node:vm';

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign);

/** What the translated functions call, as PHP and WordPress define it. */
const surroundings = {
  esc_attr: escape,
  esc_html: escape,
  esc_url: escape,
  strtolower: (text: string) => text.toLowerCase(),
  ltrim: (text: string, signs: string) => text.replace(new RegExp(`^[${signs}]+`), ''),
  preg_match: (pattern: string, text: string) =>
    new RegExp(pattern.slice(1, -1).replaceAll('\\z', '$(?![\\s\\S])')).test(text),
  // Keys of a list are numbers in PHP and texts here.
  is_int: (key: string) => /^\d+$/.test(key),
};

const text = /'(?:[^'\\]|\\.)*'/g;

/** PHP without closures, classes and text in double quotes, as far as the plugin's own functions need it: `$name` is a name in JavaScript too. */
const translated = (php: string): string => {
  const texts: string[] = [];
  return php
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(text, (found) => `§${texts.push(found) - 1}§`)
    .replaceAll('array()', '{}')
    .replace(/array\((.*?)\)/g, '[$1]')
    .replace(/isset\( (.*?) \)/g, '($1 !== undefined)')
    .replace(/foreach \( (.*?) as (\$\w+) => (\$\w+) \)/g, 'for (const [$2, $3] of Object.entries($1))')
    .replace(/foreach \( (.*?) as (\$\w+) \)/g, 'for (const $2 of $1)')
    .replace(/^(\s*)(\$\w+)(\s+= )/gm, '$1var $2$3')
    .replaceAll(' . ', ' + ')
    .replace(/§(\d+)§/g, (_, index: string) => (texts[Number(index)] ?? '').replaceAll('\\z', '\\\\z'));
};

/** These functions of a PHP file as functions of JavaScript, so that a machine without PHP can call them. */
export function functionsOf<Name extends string>(
  php: string,
  names: readonly Name[],
): Readonly<Record<Name, (...given: readonly unknown[]) => unknown>> {
  const found = names.map((name) => {
    const [source] = new RegExp(`^function ${name}\\([\\s\\S]*?^}`, 'm').exec(php) ?? [];
    if (source === undefined) throw new Error(`There is no function ${name}`);
    return translated(source);
  });
  return runInNewContext(`${found.join('\n')}\n({ ${names.join(', ')} })`, { ...surroundings }) as ReturnType<
    typeof functionsOf<Name>
  >;
}
