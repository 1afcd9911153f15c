import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { attributeNames } from '../../widget/element/attribute-names';
import { functionsOf } from './translate-php';

const file = fileURLToPath(new URL('../../examples/wordpress/busker.php', import.meta.url));
const plugin = functionsOf(readFileSync(file, 'utf8'), ['busker_attributes', 'busker_named', 'busker_tag']);
const host = 'https://busker.test';
const link = '<a href="https://busker.test/@ada">@ada</a>';

/** What WordPress makes of a shortcode's attributes: those without a value get numbers. */
type Given = Readonly<Record<string, string>>;

const cases: readonly [string, Given, string][] = [
  ['[busker profile="ada"]', { profile: 'ada' }, `<busker-card profile="ada">${link}</busker-card>`],
  [
    '[busker profile="@Ada" goal]',
    { profile: '@Ada', 0: 'goal' },
    `<busker-card profile="ada" goal="">${link}</busker-card>`,
  ],
  [
    '[busker GOAL profile="ada" wall="6"]',
    { 0: 'GOAL', profile: 'ada', wall: '6' },
    `<busker-card profile="ada" goal="" wall="6">${link}</busker-card>`,
  ],
  [
    '[busker profile="ada" src="/ada.json"]',
    { profile: 'ada', src: '/ada.json' },
    `<busker-card profile="ada" src="/ada.json">${link}</busker-card>`,
  ],
  ['[busker src="/ada.json"]', { src: '/ada.json' }, '<busker-card src="/ada.json"></busker-card>'],
  [
    '[busker profile="ada" onclick="x" for="<&quot;"]',
    { profile: 'ada', onclick: 'x', for: '<"' },
    `<busker-card profile="ada" for="&lt;&quot;">${link}</busker-card>`,
  ],
  ['[busker]', {}, ''],
  ['[busker src]', { 0: 'src' }, ''],
  ['[busker profile="no such handle" src="/ada.json"]', { profile: 'no such handle', src: '/ada.json' }, ''],
];

const hasPhp = spawnSync('php', ['-v']).status === 0;

/** By PHP itself, with the few functions of WordPress that the plugin calls. */
function tagByPhp(given: Given): string {
  const wordpress = `define('ABSPATH', 1);
    function add_action() {} function add_filter() {} function add_shortcode() {}
    function esc_attr($text) { return htmlspecialchars($text, ENT_QUOTES); }
    function esc_html($text) { return esc_attr($text); } function esc_url($text) { return esc_attr($text); }`;
  const run = `require $argv[1]; echo busker_tag($argv[2], json_decode($argv[3], true));`;
  const { stdout } = spawnSync('php', ['-r', wordpress + run, file, host, JSON.stringify(given)]);
  return stdout.toString();
}

describe('the shortcode of the WordPress plugin', () => {
  it('takes every attribute of the tag but the server, which the settings name', () => {
    const names = Object.values(attributeNames).filter((name) => name !== 'host');
    expect([...(plugin.busker_attributes() as string[])].toSorted()).toEqual(names.toSorted());
  });

  it.each(cases)('%s, translated to JavaScript', (_written, given, tag) => {
    expect(plugin.busker_tag(host, given)).toBe(tag);
  });

  it.runIf(hasPhp).each(cases)('%s, by PHP itself', (_written, given, tag) => {
    expect(tagByPhp(given)).toBe(tag);
  });
});
