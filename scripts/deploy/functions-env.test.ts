import { expect, it } from 'vitest';
import { functionsEnv } from './functions-env';

it('hands the functions their settings, and neither secrets nor names that Firebase keeps for itself', () => {
  const given = [
    '# of this host',
    'PUBLIC_ORIGIN=https://busker.example',
    'export PAYMENTS_MODE=connect',
    'FIREBASE_WEB_CONFIG={"apiKey":"x"}',
    'STRIPE_SECRET_KEY=sk_live_x',
    'STRIPE_WEBHOOK_SECRETS=whsec_x',
    'BUSKER_SECRET=xxxx',
    'CHALLENGE_SECRET_KEY=0x1',
    'STRIPE_PUBLISHABLE_KEY=pk_live_x',
    '',
  ].join('\r\n');
  expect(functionsEnv(given)).toBe(
    'PUBLIC_ORIGIN=https://busker.example\nPAYMENTS_MODE=connect\nSTRIPE_PUBLISHABLE_KEY=pk_live_x\nWEB_API_KEY=x\n',
  );
});
