import { conditionNotMet } from '../storage-error';
import type { ObjectRecord } from '../store/object-record';
import { wholeNumber } from '../http/request-parts';

type Check = (stored: ObjectRecord | undefined) => void;

/** `ifGenerationMatch` and its kin; generation 0 stands for "there is none". */
export function preconditions(query: URLSearchParams): Check {
  const number = (name: string): number | undefined => wholeNumber(query.get(name), name);
  const wanted = {
    generation: number('ifGenerationMatch'),
    notGeneration: number('ifGenerationNotMatch'),
    metageneration: number('ifMetagenerationMatch'),
    notMetageneration: number('ifMetagenerationNotMatch'),
  };
  return (stored) => {
    const generation = stored?.generation ?? 0;
    const metageneration = stored?.metageneration ?? 0;
    const met =
      (wanted.generation === undefined || wanted.generation === generation) &&
      (wanted.notGeneration === undefined || wanted.notGeneration !== generation) &&
      (wanted.metageneration === undefined || wanted.metageneration === metageneration) &&
      (wanted.notMetageneration === undefined || wanted.notMetageneration !== metageneration);
    if (!met) throw conditionNotMet();
  };
}
