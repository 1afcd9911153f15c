import { texts } from './en.json?every-startFailure';
import { bestLanguage, directionOf, rememberedLanguage } from './language';

/** Shown when the app cannot start. Its texts are here in every language, because no other text can be loaded. */
export function showStartFailure(root: HTMLElement): void {
  const language = rememberedLanguage() ?? bestLanguage(navigator.languages);
  const { words, again } = texts[language];
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
