import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { separators, wholeExport } from '../../core/account/export-document';
import { fakeTip, noon } from '../../core/testing/fakes';
import { csvWriter } from './file-formats';
import { runs } from '../../core/testing/runs';

/** The cells that a spreadsheet finds which splits at `sign`. A quote within a cell is not the start of one. */
const cellsAt = (file: string, sign: string, own: string) =>
  sign === own
    ? Papa.parse<string[]>(file, { delimiter: sign }).data.flat()
    : file.split(/\r?\n|\r/).flatMap((line) => line.split(sign).map((cell) => cell.replace(/^"+/, '')));

const callable = /^\s*(?:[=+@]|-(?![),;"]|$)).*[(|!]/;
const evil = fc
  .array(fc.constantFrom('=', '+', '-', '@', ',', ';', '\t', '\n', '"', ' ', 'cmd', '|', '!A0', 'SUM(1)'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

describe.each(separators)('a file with the separator %s', (separator) => {
  const written = (name: string, message: string, answer: string) => {
    const fan = { name, message, anonymous: false, country: null };
    const reply = { text: answer, at: noon };
    const writer = csvWriter({ ...wholeExport('csv'), separator });
    return `${writer.head({})}${writer.page([fakeTip({ fan, reply })], 0)}${writer.foot({ tips: 1, unreadable: 0 })}`;
  };

  it('has no cell that could call something, at whatever sign it is split', () => {
    fc.assert(
      fc.property(evil, evil, evil, (name, message, reply) => {
        const file = written(name, message, reply);
        for (const sign of [',', ';', '\t'])
          expect(
            cellsAt(file, sign, { comma: ',', semicolon: ';', tab: '\t' }[separator]).filter((cell) =>
              callable.test(cell),
            ),
          ).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('keeps the line breaks of a message and of a reply within their cells', () => {
    const message = 'One\nTwo, three; "four"';
    const reply = 'Thank you;\nsee "you", soon';
    const { data } = Papa.parse<Record<string, string>>(written('Zoe', message, reply).slice(1), {
      header: true,
    });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ name: 'Zoe', message, reply });
  });
});
