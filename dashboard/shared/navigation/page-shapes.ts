import type { PageShape } from '../../ui/page-skeleton';

const shapes: Readonly<Record<string, PageShape>> = {
  '': 'columns',
  profile: 'columns',
  embed: 'columns',
  kit: 'columns',
  tips: 'list',
  books: 'tables',
  insights: 'figures',
};

/** What the skeleton of the screen at this address looks like. */
export function shapeOf(pathname: string): PageShape {
  const [, screen = ''] = pathname.split('/');
  return shapes[screen] ?? 'panels';
}
