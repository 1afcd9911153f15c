// npm run messages: after a change of en.json writes the types of ids and placeholders, and says what the other languages lack.
import { writeFile } from 'node:fs/promises';
import { commandLine } from './command-line.mjs';
import { faultsIn, mostlyEnglish } from './messages/read-messages.mjs';
import { cardFolder, tooMuchForCard } from './messages/card-texts.mjs';
import { messageFolders, typesFile, typesOf } from './messages/message-types.mjs';

commandLine({
  command: 'npm run messages',
  about: 'writes the types of the texts in en.json, and says what the other languages lack.',
});

let faults = 0;
for (const folder of messageFolders) {
  await writeFile(typesFile(folder), await typesOf(folder));
  for (const sentence of mostlyEnglish(folder)) console.log(sentence);
  for (const fault of [...faultsIn(folder), ...(folder === cardFolder ? tooMuchForCard() : [])]) {
    faults += 1;
    console.log(fault);
  }
}
console.log(faults === 0 ? 'Every language has every text.' : `${faults} to mend`);
process.exitCode = faults === 0 ? 0 : 1;
