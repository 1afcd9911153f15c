/**
 * The script of a public page with blocks. A press on the picture of a player puts the player in its place: before that nothing foreign is asked. Presses on
 * links and blocks are counted, as the card counts those on its links. Without the script each of them is a plain link.
 */
export function blocksScript(page: Window & typeof globalThis): void {
  const { document, navigator } = page;
  const main = document.querySelector<HTMLElement>('[data-blocks]');
  const { blocks: handle, host = '' } = main?.dataset ?? {};

  const pressed = ({ target }: Event): HTMLElement | null =>
    target instanceof page.Element ? target.closest<HTMLElement>('[data-press]') : null;

  // Text, because a JSON content type would need a preflight from an owner's domain.
  const count = (link: string | undefined) =>
    navigator.sendBeacon(
      `${host}/v1/events`,
      JSON.stringify({ events: [{ kind: 'click', handle, link, placement: 'page' }] }),
    );

  document.addEventListener('click', (event) => {
    const link = pressed(event);
    if (link === null) return;
    count(link.dataset['press']);
    const { frame: address, title = '' } = link.dataset;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (address === undefined || opensElsewhere) return;
    event.preventDefault();
    const player = document.createElement('iframe');
    player.src = address;
    player.title = title;
    player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    player.allowFullscreen = true;
    link.replaceWith(player);
    player.focus();
  });
  document.addEventListener('auxclick', (event) => {
    const link = pressed(event);
    if (link !== null && event.button === 1) count(link.dataset['press']);
  });
}
