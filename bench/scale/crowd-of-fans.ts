import { sendViews, viewSender } from './view-sender';

// Fans of one profile, in a process of their own: what they cost must not slow down the server that takes tips.
const { VIEWS_PORT = '', VIEWS_HANDLE = '', VIEWS_PER_SECOND = '', VIEWS_SECONDS = '' } = process.env;
const sender = viewSender(Number(VIEWS_PORT));
process.on('message', () => {
  void sendViews(VIEWS_HANDLE, () => [sender], Number(VIEWS_PER_SECOND), Number(VIEWS_SECONDS)).then(() =>
    process.send?.({ failed: sender.failed }),
  );
});
process.send?.('ready');
