import { expect, it } from 'vitest';
import { welcome } from './welcome';

const addresses = {
  app: 'http://localhost:1',
  auth: 'http://localhost:2',
  examples: 'http://localhost:3',
  firestore: 'http://localhost:4',
  storage: 'http://localhost:5',
  stripe: 'http://localhost:6',
  mail: 'smtp://localhost:7',
  push: 'http://localhost:8',
};

it('names the state folder', () => {
  for (const stateDir of ['/home/ada/busker/.busker', '/tmp/another place'])
    expect(welcome(addresses, { seconds: 1.23, stateDir })).toContain(`Its data stays in ${stateDir}.`);
});
