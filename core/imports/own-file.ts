import { fault, readFault } from '../base/field-faults';
import { draftBlock } from '../blocks/block';
import * as v from 'valibot';
import { isTree, jsonRows, type ImportRow, type Tree } from './listed';

/** The page in a file of Busker's own; null = no such file. The export of the whole account has the page, its draft and much that is neither. */
function pageIn(json: unknown): Tree | null {
  if (!isTree(json)) return null;
  const { account, profile, draft, handle, blocks } = json;
  const isAccount = isTree(account) && profile !== undefined && draft !== undefined;
  if (!isAccount) return typeof handle === 'string' && blocks !== undefined ? json : null;
  const page = profile ?? draft;
  return isTree(page) ? page : {};
}

/** Lists of a file, and records of a stored document, whose keys are the ids. */
const entriesOf = (given: unknown): readonly Tree[] =>
  isTree(given)
    ? Object.entries(given).flatMap(([id, each]) => (isTree(each) ? [{ ...each, id }] : []))
    : Array.isArray(given)
      ? given.filter(isTree)
      : [];

const isPictured = ({ picture, sign }: Tree): boolean =>
  (picture !== null && picture !== undefined) || (isTree(sign) && sign['kind'] === 'picture');

/** The links and blocks of a page of Busker in their one order; null = the file is another's. Pictures stay where they are, and the file says so. */
export function ownRows(json: unknown): readonly ImportRow[] | null {
  const page = pageIn(json);
  if (page === null) return null;
  const [links, blocks] = [entriesOf(page['links']), entriesOf(page['blocks'])];
  const placeOf = new Map(links.map(({ id }, at) => [id, at]));
  const orderOf = ({ order, before }: Tree, at: number): number => {
    if (typeof order === 'number') return order;
    // The public profile names the link before which a text stands.
    const next = placeOf.get(before);
    return next === undefined ? at : next - 0.5;
  };
  return [
    ...links.map((link, at) => ({ order: orderOf(link, at), given: link, rowOf: linkRow })),
    ...blocks.map((block, at) => ({
      order: orderOf(block, links.length + at),
      given: block,
      rowOf: blockRow,
    })),
  ]
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ given, rowOf }, index) => {
      const [at, row] = [index + 1, rowOf(given, index + 1)];
      if (row.kind === 'not-taken' || !isPictured(given)) return [row];
      return [row, { kind: 'not-taken', at, name: nameOf(given), fault: 'picture-left-out' }];
    });
}

const nameOf = (given: Tree): string =>
  ['label', 'alt', 'text', 'url', 'kind']
    .map((key) => given[key])
    .find((each): each is string => typeof each === 'string' && each !== '') ?? '';

function linkRow(given: Tree, at: number): ImportRow {
  const { sign, icon } = given;
  const [row] = jsonRows([{ ...given, icon: isTree(sign) ? sign['icon'] : icon }]);
  return row?.kind === 'link'
    ? { ...row, at }
    : { kind: 'not-taken', at, name: nameOf(given), fault: fault('url-missing') };
}

/** A block as it may be published, but for its picture. */
function blockRow({ id: _id, before: _before, picture, ...given }: Tree, at: number): ImportRow {
  const block = { on: true, label: '', ...given, order: at, ...(picture !== undefined && { picture: null }) };
  const read = v.safeParse(draftBlock, block);
  const wrong = (read.issues ?? []).find(({ path }) => path?.[0]?.key !== 'picture');
  if (wrong === undefined && read.typed) return { kind: 'block', at, block: read.output };
  const why = wrong !== undefined && readFault(wrong.message) !== null ? wrong.message : fault('other');
  return { kind: 'not-taken', at, name: nameOf(given), fault: why };
}
