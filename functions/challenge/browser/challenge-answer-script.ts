/**
 * The script of a form that shows the challenge's frame: it puts the answer into the form, and gives the frame the height that it asks for.
 */
export function challengeAnswerScript(page: Window & typeof globalThis): void {
  const { document, location } = page;
  const frame = document.querySelector<HTMLIFrameElement>('iframe.challenge');
  const field = document.querySelector<HTMLInputElement>('input[name=challenge]');
  if (!frame || !field) return;
  page.addEventListener(
    'message',
    ({ origin, source, data }: MessageEvent<Record<string, unknown> | null>) => {
      if (origin !== location.origin || source !== frame.contentWindow) return;
      if (data?.['type'] !== 'busker-challenge') return;
      if (data['at'] === 'ready') frame.height = String(Number(data['height']));
      else field.value = data['at'] === 'solved' ? String(data['answer']) : '';
    },
  );
}
