import { describe, expect, it } from 'vitest';
import { askMachineOnly } from './firebase-app';

describe('default credentials', () => {
  it('a command without credentials does not ask the network for a metadata server', () => {
    const env: Record<string, string | undefined> = {};
    askMachineOnly(env);
    expect(env).toEqual({ METADATA_SERVER_DETECTION: 'bios-only' });
  });

  it.each([
    { METADATA_SERVER_DETECTION: 'ping-only' },
    { GCE_METADATA_HOST: '127.0.0.1:988' },
    { GCE_METADATA_IP: '10.0.0.1' },
  ])('what somebody has set for the metadata server stays: %o', (chosen) => {
    const env: Record<string, string | undefined> = { ...chosen };
    askMachineOnly(env);
    expect(env).toEqual(chosen);
  });
});
