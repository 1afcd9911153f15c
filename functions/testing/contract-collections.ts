import { expiringNotes } from '../store/expiry-contract';

/** The collections of this name, in any place. */
export const scatteredNotes = 'scatteredNotes';

/**
 * A collection for one promise. Firestore needs indexes for the contract's queries, which are declared by the names of
 * the collections (rules/contract/firestore.indexes.json), so only the document above them differs from run to run.
 */
export const notesOf = (run: string): string => `contract/${run}/notes`;

/** Whether the contract asks for these documents, and not the product. */
export const isOfContract = (from: string): boolean =>
  from.startsWith('contract/') || from === scatteredNotes || from === expiringNotes;
