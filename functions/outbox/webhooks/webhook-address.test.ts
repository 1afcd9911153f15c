import { describe, expect, it } from 'vitest';
import { webhookAddress } from './webhook-address';

const allowed = ['http://homeassistant.local:8123'];

describe('the address of a webhook', () => {
  it.each([
    [' https://hooks.example/in?key=a#part ', 'https://hooks.example/in?key=a'],
    ['https://hooks.example:443', 'https://hooks.example/'],
    ['http://homeassistant.local:8123/api/webhook/x', 'http://homeassistant.local:8123/api/webhook/x'],
  ])('may be %j', (typed, href) => {
    expect(webhookAddress(typed, allowed)).toEqual({ ok: true, value: href });
  });

  // Holds out-034.
  it.each([
    ['', 'url-missing'],
    ['hooks.example', 'url-missing'],
    ['http://hooks.example', 'other'],
    ['ftp://hooks.example', 'other'],
    ['javascript:alert(1)', 'other'],
    ['https://hooks.example:22', 'other'],
    ['https://user:pass@hooks.example', 'url-password'],
    ['https://169.254.169.254', 'url-local'],
    ['https://[::ffff:10.0.0.1]', 'url-local'],
    ['https://2130706433', 'url-local'],
    ['https://localhost', 'url-local'],
    ['http://user@homeassistant.local:8123', 'url-password'],
    [`https://hooks.example/${'a'.repeat(2048)}`, 'url-too-long:2048'],
  ])('is refused by its field when it is %j', (typed, url) => {
    expect(webhookAddress(typed, allowed)).toMatchObject({
      ok: false,
      problem: { code: 'address-not-allowed', fields: { url: expect.any(String) }, faults: { url } },
    });
  });
});
