import { problemKinds } from '../../core/base/problem-codes';
import { html } from '../../core/web/html';
import type { Page } from '../pages/page';

/** The page that the `type` of every problem+json answer links to: each code with its status, its text for people and the fix for developers. */
export function errorsPage(): Page {
  const sections = Object.entries(problemKinds).map(
    ([code, { status, title, detail, fix }]) =>
      html`<section class="panel" id="${code}">
        <h2>${title}</h2>
        <p class="muted"><code>${code}</code> · ${status}</p>
        <p>${fix}</p>
        <p class="muted">People read: ${detail}</p>
      </section>`,
  );
  return {
    language: 'en',
    title: 'Errors · Busker',
    body: html`<main>
      <h1>Errors</h1>
      <p>
        Every expected failure has a code. The answer is application/problem+json (RFC 9457); its type links
        to a heading here, fields names the refused fields, and figures has the numbers that a client needs to
        continue.
      </p>
      ${sections}
    </main>`,
  };
}
