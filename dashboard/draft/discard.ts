import { dequal } from 'dequal/lite';
import { copiedFields } from '../../core/profile/stored-profile';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../data/backend';
import { removeField, setField } from './draft-edit';

const fields = ['handle', 'picture', ...copiedFields] as const;

/** The edits that reset the draft to the published profile. Equal fields get no edit. */
export function discardEdits(draft: Draft, live: Draft): readonly DraftEdit[] {
  return [
    ...fields
      .filter((field) => !dequal(draft[field], live[field]))
      .map((field) => setField([field], live[field])),
    ...Object.entries(live.links)
      .filter(([id, link]) => !dequal(draft.links[id], link))
      .map(([id, link]) => setField(['links', id], link)),
    ...Object.keys(draft.links)
      .filter((id) => !Object.hasOwn(live.links, id))
      .map((id) => removeField(['links', id])),
  ];
}
