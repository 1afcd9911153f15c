/** Before anything of the app works: plain words and a way to go on. */
export function showStartFailure(root: HTMLElement): void {
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'max-width:26rem;margin:20vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif';
  const words = document.createElement('p');
  words.textContent =
    'Busker could not start: its server did not answer. Check your connection, then try again.';
  const again = document.createElement('button');
  again.textContent = 'Try again';
  again.addEventListener('click', () => window.location.reload());
  box.append(words, again);
  root.replaceChildren(box);
}
