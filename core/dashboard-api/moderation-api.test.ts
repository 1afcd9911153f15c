import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseWith } from '../base/result';
import { appealId, isUrgent, reportKinds, reporterAppealId } from '../moderation/report';
import { noon } from '../testing/fakes';
import {
  adminActBody,
  appealBody,
  appealTextLimit,
  decisionBody,
  objectionAnswerBody,
  objectionsAnswer,
  ownerCaseAnswer,
  reportForm,
  standingAnswer,
} from './moderation-api';

describe('moderation api', () => {
  const given = { outcome: 'hidden', facts: ' The name is wrong. ' };

  it('a decision needs a known outcome and facts, and can limit only known parts', () => {
    expect(v.parse(decisionBody, given)).toEqual({
      outcome: 'hidden',
      facts: 'The name is wrong.',
      ground: '',
      parts: [],
      days: null,
      handle: '',
      foundByMachine: false,
    });
    const bad = [
      { outcome: 'closed' },
      { facts: ' ' },
      { facts: 'x'.repeat(1501) },
      { parts: ['name'] },
      { days: 0 },
      { force: true },
    ];
    expect(bad.filter((change) => v.is(decisionBody, { ...given, ...change }))).toEqual([]);
  });
});

describe('admin api', () => {
  it('an admin act names a known verb and known parts, and writes only with `yes`', () => {
    expect(v.parse(adminActBody, { verb: 'hide', who: ' ada ', reason: 'x' })).toEqual({
      verb: 'hide',
      who: 'ada',
      reason: 'x',
      parts: [],
      days: null,
      ground: '',
      isOrder: false,
      reportId: null,
      yes: false,
    });
    const bad = [{ verb: 'erase' }, { parts: ['name'] }, { days: 0 }, { who: ' ' }, { force: true }];
    expect(bad.filter((given) => v.is(adminActBody, { verb: 'hide', who: 'ada', ...given }))).toEqual([]);
  });
});

describe('appeal api', () => {
  it('an objection is a clean text of a limited length', () => {
    expect(parseWith(appealBody, { text: ' I\u202E object. ' })).toEqual({
      ok: true,
      value: { text: 'I object.' },
    });
    for (const text of ['', ' ', 'x'.repeat(appealTextLimit + 1), 'x'.repeat(appealTextLimit * 3)])
      expect(parseWith(appealBody, { text }).ok, text.slice(0, 5)).toBe(false);
  });
});

describe('objections api', () => {
  it('an answer to an objection has an outcome and a text', () => {
    const body = { outcome: 'upheld', text: ' It stands. ' } as const;
    expect(v.parse(objectionAnswerBody, body)).toEqual({ outcome: 'upheld', text: 'It stands.' });
    for (const wrong of [{ ...body, outcome: 'open' }, { ...body, text: ' ' }, { outcome: 'upheld' }])
      expect(v.safeParse(objectionAnswerBody, wrong).success).toBe(false);
  });

  it('an owner objects once to a restriction, and a reporter once to a decision', () => {
    expect(new Set([appealId('a', 1), appealId('a', 2), reporterAppealId('a', 1)]).size).toBe(3);
    expect(v.safeParse(objectionsAnswer, { role: 'owner', objections: [] }).success).toBe(false);
  });
});

describe('owner case api', () => {
  const data = {
    uid: 'uid-ada',
    handle: null,
    aliases: [],
    card: null,
    links: [],
    restriction: null,
    openPayments: 0,
    deletedAt: null,
    possible: ['hide'],
    hideDays: 7,
    reports: [],
    acts: [],
  };

  it('an owner’s case names only verbs that exist, and has no email address', () => {
    expect(v.parse(ownerCaseAnswer, { data })).toEqual({ data });
    for (const wrong of [{ possible: ['erase'] }, { email: 'ada@example.com' }])
      expect(v.safeParse(ownerCaseAnswer, { data: { ...data, ...wrong } }).success).toBe(false);
  });
});

describe('standing api', () => {
  it('a restriction names only known parts, and good standing is no restriction', () => {
    const restriction = {
      state: 'limited',
      scope: ['bio', 'link:k1'],
      reason: 'Not yours.',
      since: noon,
      until: null,
      decisionId: null,
    };
    const reads = (given: object) => v.is(standingAnswer, { restriction: { ...restriction, ...given } });
    expect([reads({}), reads({ scope: ['name'] }), reads({ state: 'good' })]).toEqual([true, false, false]);
    expect(v.is(standingAnswer, { restriction: null })).toBe(true);
  });
});

describe('report api', () => {
  const typed = {
    kind: 'fraud',
    address: ' busker.test/@ada ',
    ground: ' Terms ',
    why: 'A\r\n\r\n\r\nB',
    name: 'Zoe',
    email: 'zoe@example.com',
    goodFaith: 'on',
  };
  const fieldsOf = (change: object) => {
    const read = parseWith(reportForm, { ...typed, ...change });
    return read.ok ? [] : Object.keys(read.problem.fields ?? {});
  };

  describe('a typed report', () => {
    it('is parsed into a complete address and clean texts', () => {
      expect(parseWith(reportForm, typed)).toMatchObject({
        ok: true,
        value: { address: 'https://busker.test/@ada', ground: 'Terms' },
      });
    });

    it('needs a name and an email address, except when it is about child abuse', () => {
      expect(fieldsOf({ name: '', email: '' })).toEqual(['name', 'email']);
      expect(fieldsOf({ name: '', email: '', kind: 'child-abuse' })).toEqual([]);
    });

    it('names every missing field at once', () => {
      const none = { kind: '', address: '', ground: '', why: '', name: '', email: 'zoe', goodFaith: '' };
      expect(fieldsOf(none)).toEqual(['kind', 'address', 'ground', 'why', 'email', 'goodFaith']);
    });
  });

  it('a report is urgent when it is about a danger to life, a child or an order of an authority', () => {
    expect(reportKinds.filter(isUrgent)).toEqual(['child-abuse', 'violence', 'order']);
  });
});
