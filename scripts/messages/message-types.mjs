import { format, resolveConfig } from 'prettier';
import { argumentTypes, cardFolder } from './card-texts.mjs';
import { placeholdersOf, readTexts } from './read-messages.mjs';

/** The folders of messages. What is new here must have all twelve languages. */
export const messageFolders = [
  'dashboard/messages',
  'core/messages',
  'functions/messages',
  'emulators/stripe/browser/messages',
  cardFolder,
];

/** The languages of a folder that has not all. */
export const someLanguages = { 'functions/messages': ['de', 'en'] };

export const typesFile = (folder) => `${folder}/message-ids.ts`;

/** TypeScript of a folder's ids and of their placeholders, so that a misspelt one does not compile. */
export async function typesOf(folder) {
  const rows = Object.entries(readTexts(folder, 'en')).flatMap(([id, text]) => {
    const names = placeholdersOf(text);
    return names.length === 0 ? [] : [`  '${id}': ${names.map((name) => `'${name}'`).join(' | ')};`];
  });
  const source = [
    '// Written by `npm run messages` from en.json.',
    "import type en from './en.json';",
    '',
    'export type MessageId = keyof typeof en;',
    '',
    ...(folder === cardFolder
      ? [
          '/** What the texts with placeholders are called with, by id. */',
          'export interface Arguments {',
          ...argumentTypes(),
        ]
      : [
          '/** The placeholders of the texts that have some, by id. */',
          'export interface Placeholders {',
          ...rows,
        ]),
    '}',
    '',
  ].join('\n');
  const file = typesFile(folder);
  return format(source, { ...(await resolveConfig(file)), filepath: file });
}
