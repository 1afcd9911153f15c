/** Handles a link from an email: it confirms an address at once, and asks for a new password first. */
const main = document.querySelector('main');
const form = document.querySelector('form');
const { mode = '', code = '', tenantId = '' } = main?.dataset ?? {};

const sentences: Readonly<Record<string, string>> = {
  verifyEmail: 'Your email address is confirmed.',
  verifyAndChangeEmail: 'Your new email address is confirmed. Use it to sign in from now on.',
  recoverEmail: 'Your old email address is restored.',
  resetPassword: 'Your new password is saved. Use it to sign in from now on.',
};

function show(id: 'done' | 'trouble' | 'email', text: string): void {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
}

function sentenceFor(message: string): string {
  if (message.startsWith('WEAK_PASSWORD')) return 'A password needs at least 6 characters.';
  return 'This link was already used, or a newer one replaced it. Request another email.';
}

interface Outcome {
  readonly email?: string;
  readonly error?: { readonly message: string };
}

async function send(
  method: 'update' | 'resetPassword',
  fields: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const answer = await fetch(`/identitytoolkit.googleapis.com/v1/accounts:${method}?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ oobCode: code, ...(tenantId && { tenantId }), ...fields }),
  });
  return (await answer.json()) as Outcome;
}

/** Whether the action succeeded. */
function tell({ error }: Outcome, done: string): boolean {
  show('trouble', error ? sentenceFor(error.message) : '');
  show('done', error ? '' : done);
  return !error;
}

async function start(): Promise<void> {
  if (!form) {
    tell(await send('update', {}), sentences[mode] ?? '');
    return;
  }
  const asked = await send('resetPassword', {});
  if (!tell(asked, '')) return;
  show('email', asked.email ?? '');
  form.hidden = false;
  form.querySelector('input')?.focus();
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const newPassword = form.querySelector('input')?.value ?? '';
  void send('resetPassword', { newPassword }).then((outcome) => {
    form.hidden = tell(outcome, sentences[mode] ?? '');
  });
});
void start();

export {};
