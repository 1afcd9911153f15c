import type { StoredProfile } from '@busker/core/profile/profile';

type Listed = Readonly<Record<string, unknown>> & { readonly id: string };

/** What everyone may read of a page, with its blocks whole. `order` is one row for links and blocks. Pictures are no part of such a file. */
export async function profileFile(
  answered: Blob,
  live: StoredProfile | null,
): Promise<{ readonly file: Blob; readonly hasPictures: boolean }> {
  if (live === null) return { file: answered, hasPictures: false };
  const profile = JSON.parse(await answered.text()) as { readonly links?: readonly Listed[] };
  const links = (profile.links ?? []).map((link) => ({ ...link, order: live.links[link.id]?.order }));
  const pictured = Object.values(live.blocks).filter((block) => 'picture' in block && block.picture !== null);
  const blocks = Object.entries(live.blocks).map(([id, block]) => ({
    id,
    ...block,
    ...(pictured.includes(block) && { picture: 'left out' }),
  }));
  const whole = { ...profile, links, blocks };
  return {
    file: new Blob([JSON.stringify(whole, null, 2)], { type: 'application/json' }),
    hasPictures: pictured.length > 0,
  };
}
