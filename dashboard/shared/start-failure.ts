import { bestLanguage, directionOf, rememberedLanguage } from '../messages/language';
import { startFailure } from '../messages/start-failure';

/** Shown when the app cannot start. */
export function showStartFailure(root: HTMLElement): void {
  const language = rememberedLanguage() ?? bestLanguage(navigator.languages);
  const { words, again } = startFailure[language];
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.lang = language;
  box.dir = directionOf(language);
  box.style.cssText = 'max-width:26rem;margin:20vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif';
  const said = document.createElement('p');
  said.textContent = words;
  const button = document.createElement('button');
  button.textContent = again;
  button.addEventListener('click', () => window.location.reload());
  box.append(said, button);
  root.replaceChildren(box);
}
