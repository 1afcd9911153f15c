/** The tabs of the dashboard's code that a site can take. */
type SiteForm = 'html' | 'react' | 'frame' | 'link' | 'wordpress';

interface SiteSoftware {
  readonly name: string;
  readonly form: SiteForm;
  /** The heading of its lines in docs/sites/software.md; null where that page has none. */
  readonly heading: string | null;
  /** For docs/sites/software.md: who may paste it, and where. */
  readonly where: string;
}

/** `heading`: where docs/sites/software.md has lines about it, they have its name. */
const software = (
  form: SiteForm,
  name: string,
  where: string,
  heading: string | null = name,
): SiteSoftware => ({ name, form, heading, where });

/** The one list of site software, for the dashboard's tabs and docs/sites/software.md. Each was built and tipped on, or was tried by hand as docs/sites/software.md says. */
export const siteSoftware: readonly SiteSoftware[] = [
  software(
    'wordpress',
    'WordPress',
    'Whoever may write posts: the block or the shortcode of the plugin, or the address on its own line. Never the tag.',
  ),
  software(
    'html',
    'Ghost',
    'An administrator: the script under Code injection, the tag in an HTML card.',
    null,
  ),
  software('html', 'Hugo', 'Whoever edits the theme: the script in the layout, the tag in a shortcode file.'),
  software('html', 'Jekyll', 'Whoever edits the site: the script in the layout, the tag in the page.', null),
  software(
    'html',
    'MkDocs',
    'Whoever edits the site: the script in an overridden template, the tag in the page.',
  ),
  software(
    'html',
    'Pelican',
    'Whoever edits the theme: the script in the base template, the tag in the page.',
    null,
  ),
  software(
    'html',
    'Eleventy',
    'Whoever edits the site: the script in the layout, the tag in the page.',
    null,
  ),
  software('html', 'Hexo', 'Whoever edits the theme: the script in the layout, the tag in the page.', null),
  software(
    'react',
    'Docusaurus',
    'Whoever edits the site: the script in the configuration, the tag in MDX with its style as an object.',
  ),
  software('html', 'Astro', 'Whoever edits the site: script and tag in the page.'),
  software(
    'html',
    'VitePress',
    'Whoever edits the site: the script in the configuration, the tag in the page.',
  ),
  software('html', 'Vite', 'In the code: the npm package, the tag in the page.'),
  software('html', 'Vue', 'In the code: the npm package, the tag in a component.'),
  software('html', 'Nuxt', 'In the code: the npm package, the tag in a component.'),
  software('html', 'SvelteKit', 'In the code: the npm package, the tag in a page.'),
  software('react', 'Next.js', 'In the code: the React component of the npm package.'),
  software('html', 'Angular', 'In the code: the npm package, the tag in a template.'),
];

/** The names of the software that takes this form of the code. */
export const namesFor = (form: string): readonly string[] =>
  siteSoftware.filter((software) => software.form === form).map(({ name }) => name);
