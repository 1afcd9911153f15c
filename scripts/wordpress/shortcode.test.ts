import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { layouts } from '@busker/core/profile/draft';
import type { PublicBlockOf } from '@busker/core/blocks/public-blocks';
import type { PublicProfile } from '@busker/core/profile/profile';
import { fakeProfile } from '@busker/core/testing/fakes';
import { heightStyle, reservedHeight } from '@busker/dashboard/embed-code/snippet';
import { sampleProfile } from '@busker/widget/testing/sample-profile';
import { attributeNames } from '@busker/widget/attributes/attribute-names';
import { functionsOf } from './testing/translate-php';

const file = fileURLToPath(new URL('../../examples/wordpress/busker.php', import.meta.url));
const plugin = functionsOf(readFileSync(file, 'utf8'), ['busker_attributes', 'busker_named', 'busker_tag']);
const link = '<a href="https://busker.test/@ada">@ada</a>';

/** What WordPress makes of a shortcode's attributes: those without a value get numbers. */
type Given = Readonly<Record<string, string>>;

const card = (attributes: string) =>
  `<busker-card${attributes} style="display:block;min-height:300px">${link}</busker-card>`;

const cases: readonly [string, Given, string][] = [
  ['[busker profile="ada"]', { profile: 'ada' }, card(' profile="ada"')],
  ['[busker profile="@Ada" goal]', { profile: '@Ada', 0: 'goal' }, card(' profile="ada" goal=""')],
  [
    '[busker GOAL profile="ada" wall="6"]',
    { 0: 'GOAL', profile: 'ada', wall: '6' },
    card(' profile="ada" goal="" wall="6"'),
  ],
  [
    '[busker profile="ada" src="/ada.json"]',
    { profile: 'ada', src: '/ada.json' },
    card(' profile="ada" src="/ada.json"'),
  ],
  ['[busker src="/ada.json"]', { src: '/ada.json' }, card(' src="/ada.json"')],
  [
    '[busker profile="ada" onclick="x" host="https://evil.example" style="x" for="<&quot;"]',
    { profile: 'ada', onclick: 'x', host: 'https://evil.example', style: 'x', for: '<"' },
    card(' profile="ada" for="&lt;&quot;"'),
  ],
  ['[busker]', {}, ''],
  ['[busker src]', { 0: 'src' }, ''],
  ['[busker profile="no such handle" src="/ada.json"]', { profile: 'no such handle', src: '/ada.json' }, ''],
  ['a handle that ends in a line break', { profile: 'ada\n' }, ''],
];

const hasPhp = spawnSync('php', ['-v']).status === 0;

/** What the plugin calls of WordPress; `__` and `get_option` answer as a fresh English site with a server does. */
const wordpress = `define('ABSPATH', 1);
  function add_action() {} function add_filter() {} function add_shortcode() {} function plugin_basename() {}
  function esc_attr($text) { return htmlspecialchars($text, ENT_QUOTES); }
  function esc_html($text) { return esc_attr($text); } function esc_url($text) { return esc_attr($text); }
  function __($text) { return $text; } function get_option() { return $GLOBALS['host']; }
  function wp_parse_url($text) { return parse_url($text); } $host = 'https://busker.test'; require $argv[1];`;

/** What a piece of PHP prints after the plugin was loaded, with `$given` decoded from JSON. */
function php(run: string, given: unknown): string {
  const { stdout, stderr } = spawnSync('php', [
    '-r',
    `${wordpress} $given = json_decode($argv[2], true); ${run}`,
    file,
    JSON.stringify(given),
  ]);
  return `${stdout.toString()}${stderr.toString()}`;
}

const tagByPhp = (given: Given) => php(`echo busker_tag(busker_named($given), '${link}', '300px');`, given);

const profileOf = (change: Partial<PublicProfile>): PublicProfile => ({ ...sampleProfile(), ...change });
const bareLinks = (count: number, group: string | null) =>
  Array.from({ length: count }, (_, index) => ({
    id: `l${index}`,
    label: 'A link',
    url: 'https://example.com/',
    group,
    verified: false,
    icon: null,
    picture: null,
  }));
const text = (id: string, label: string, words: string): PublicBlockOf<'text'> => ({
  id,
  kind: 'text',
  before: null,
  label,
  text: words,
});
const blocks = [text('t1', '', 'Cello in the underpass at Central, most evenings.\nBring a chair.')];
const heights: readonly [string, PublicProfile, Given][] = [
  ['as published', profileOf({}), {}],
  ['no bio and no links', profileOf({ bio: '', links: [] }), {}],
  ['a bio of several lines, one of them long', profileOf({ bio: `${'é'.repeat(80)}\n\nlast` }), {}],
  [
    'links under headings',
    profileOf({ links: [...bareLinks(2, 'Music'), ...bareLinks(1, null), ...bareLinks(2, 'Shop')] }),
    {},
  ],
  [
    'texts of three scripts that break on a phone',
    profileOf({
      name: '山田 花子',
      bio: 'Cello in the underpass at Central, most evenings.\n駅前の地下道で、ほとんど毎晩六時からチェロを弾いています。\nأعزف على العود في ممر المحطة في معظم الأمسيات',
      look: { ...sampleProfile().look, font: 'serif' },
    }),
    {},
  ],
  ['letters of one width', profileOf({ look: { ...sampleProfile().look, font: 'mono' } }), {}],
  [
    'a text between the links, and one under a title',
    profileOf({ blocks: [...blocks, text('t2', 'Lessons', 'On Tuesdays')] }),
    {},
  ],
  [
    'texts without links',
    profileOf({ links: [], blocks: [...blocks, text('t2', 'Lessons', 'On Tuesdays')] }),
    {},
  ],
  ['a text, but no links in the tag', profileOf({ blocks }), { links: 'off' }],
  ['tips off in the tag', profileOf({}), { tips: 'off' }],
  ['no links in the tag', profileOf({}), { links: 'No' }],
  ['the links alone', profileOf({}), { layout: 'links' }],
  ['the button alone', profileOf({}), { layout: 'Button' }],
  ['the floating button', profileOf({}), { layout: 'floating' }],
  ['a layout that does not exist', profileOf({}), { layout: 'wide' }],
];

/** The dashboard's style for the same card. */
function dashboardStyle(profile: PublicProfile, given: Given): string {
  const { name, bio, look, tips } = profile;
  const layout = layouts.find((one) => one === given['layout']?.toLowerCase()) ?? look.layout;
  const on = tips.state === 'on' && given['tips'] !== 'off';
  const stored = {
    ...fakeProfile(),
    name,
    bio,
    look: { ...fakeProfile().look, ...look, layout },
    tips: { ...fakeProfile().tips, on },
  };
  const { links, blocks: shown = [] } = given['links'] === undefined ? profile : { links: [] };
  const texts = shown.filter((block) => block.kind === 'text');
  return heightStyle(reservedHeight(stored, links, null, texts));
}

const faults: readonly [string, string, Given, string][] = [
  ['no server', '', { profile: 'ada' }, 'no server is set'],
  ['a server that is no web address', 'busker', { profile: 'ada' }, 'is not a web address'],
  ['no profile', 'https://busker.test', {}, 'name a profile'],
  ['typographic quotes', 'https://busker.test', { profile: '”ada”' }, 'straight quotes'],
  ['no handle', 'https://busker.test', { profile: 'Ada Lind' }, '"Ada Lind" is not a handle'],
  ['nothing wrong', 'https://busker.test/', { profile: '@Ada' }, ''],
];

describe('the shortcode of the WordPress plugin', () => {
  it('takes every attribute of the tag but the server, which the settings name', () => {
    const names = Object.values(attributeNames).filter((name) => name !== 'host');
    expect([...(plugin.busker_attributes() as string[])].toSorted()).toEqual(names.toSorted());
  });

  it.each(cases)('%s, translated to JavaScript', (_written, given, tag) => {
    expect(plugin.busker_tag(plugin.busker_named(given), link, '300px')).toBe(tag);
  });

  it.runIf(hasPhp).each(cases)('%s, by PHP itself', (_written, given, tag) => {
    expect(tagByPhp(given)).toBe(tag);
  });

  it.runIf(hasPhp).each(heights)(
    'reserves the height that the dashboard’s code reserves: %s',
    (_what, profile, given) => {
      expect(php('echo busker_height_style($given[0], $given[1]);', [given, profile])).toBe(
        dashboardStyle(profile, given),
      );
    },
  );

  it.runIf(hasPhp).each(faults)('says one thing for each cause: %s', (_what, host, given, says) => {
    const said = php("$host = $given[1]; echo busker_fault(busker_host(), $given[0]) ?? '';", [given, host]);
    expect({ said: said !== '', fits: said.includes(says) }).toEqual({ said: says !== '', fits: true });
  });

  it.runIf(hasPhp)('keeps the id and the nonce of the script’s tag, and makes it a module', () => {
    const tag =
      '<' +
      "script type='text/javascript' nonce='n1' src='https://busker.test/embed/v1.js' id='busker-card-js'></" +
      'script>';
    expect(php("echo busker_script_tag($given, 'busker-card');", tag)).toBe(
      tag.replace(" type='text/javascript'", '').replace(' src=', ' type="module" async src='),
    );
    expect(php("echo busker_script_tag($given, 'jquery');", tag)).toBe(tag);
  });
});
