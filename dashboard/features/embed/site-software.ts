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

/** The one list of site software, for the dashboard's tabs and docs/sites/software.md. Each was built and tipped on, or was tried by hand as docs/sites/software.md says. */
export const siteSoftware: readonly SiteSoftware[] = [
  {
    name: 'WordPress',
    form: 'wordpress',
    heading: 'WordPress',
    where:
      'Whoever may write posts: the block or the shortcode of the plugin, or the address on its own line. Never the tag.',
  },
  {
    name: 'Ghost',
    form: 'html',
    heading: null,
    where: 'An administrator: the script under Code injection, the tag in an HTML card.',
  },
  {
    name: 'Hugo',
    form: 'html',
    heading: 'Hugo',
    where: 'Whoever edits the theme: the script in the layout, the tag in a shortcode file.',
  },
  {
    name: 'Jekyll',
    form: 'html',
    heading: null,
    where: 'Whoever edits the site: the script in the layout, the tag in the page.',
  },
  {
    name: 'MkDocs',
    form: 'html',
    heading: 'MkDocs',
    where: 'Whoever edits the site: the script in an overridden template, the tag in the page.',
  },
  {
    name: 'Pelican',
    form: 'html',
    heading: null,
    where: 'Whoever edits the theme: the script in the base template, the tag in the page.',
  },
  {
    name: 'Eleventy',
    form: 'html',
    heading: null,
    where: 'Whoever edits the site: the script in the layout, the tag in the page.',
  },
  {
    name: 'Hexo',
    form: 'html',
    heading: null,
    where: 'Whoever edits the theme: the script in the layout, the tag in the page.',
  },
  {
    name: 'Docusaurus',
    form: 'react',
    heading: 'Docusaurus',
    where:
      'Whoever edits the site: the script in the configuration, the tag in MDX with its style as an object.',
  },
  {
    name: 'Astro',
    form: 'html',
    heading: 'Astro',
    where: 'Whoever edits the site: script and tag in the page.',
  },
  {
    name: 'VitePress',
    form: 'html',
    heading: 'VitePress',
    where: 'Whoever edits the site: the script in the configuration, the tag in the page.',
  },
  {
    name: 'Vite',
    form: 'html',
    heading: 'Vite',
    where: 'In the code: the npm package, the tag in the page.',
  },
  {
    name: 'Vue',
    form: 'html',
    heading: 'Vue',
    where: 'In the code: the npm package, the tag in a component.',
  },
  {
    name: 'Nuxt',
    form: 'html',
    heading: 'Nuxt',
    where: 'In the code: the npm package, the tag in a component.',
  },
  {
    name: 'SvelteKit',
    form: 'html',
    heading: 'SvelteKit',
    where: 'In the code: the npm package, the tag in a page.',
  },
  {
    name: 'Next.js',
    form: 'react',
    heading: 'Next.js',
    where: 'In the code: the React component of the npm package.',
  },
  {
    name: 'Angular',
    form: 'html',
    heading: 'Angular',
    where: 'In the code: the npm package, the tag in a template.',
  },
];

/** The names of the software that takes this form of the code. */
export const namesFor = (form: string): readonly string[] =>
  siteSoftware.filter((software) => software.form === form).map(({ name }) => name);
