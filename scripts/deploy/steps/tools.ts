import type { Reply } from '../../installation/google';
import { fine, missing, unknown, type Finding } from '../../installation/installation';

/** The tools of this machine that a deploy uses. */
export interface Tools {
  readonly node: string;
  /** The version in node_modules, and the version in package-lock.json. */
  readonly firebaseTools: { readonly installed: string | null; readonly locked: string };
  /** The commit; null outside a checkout. */
  readonly commit: string | null;
  /** Files that differ from the commit. */
  readonly changed: readonly string[];
  /** Do the credentials give an access token? */
  readonly credentials: Reply<null>;
}

const least = [20, 19] as const;

const isNewEnough = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > least[0] || (major === least[0] && minor >= least[1]);
};

/** Are all tools for a deploy installed? */
export function judgeTools({ node, firebaseTools, commit, changed, credentials }: Tools): readonly Finding[] {
  const { installed, locked } = firebaseTools;
  return [
    isNewEnough(node)
      ? fine(`Node ${node}`)
      : missing(`Node ${least.join('.')} or newer`, 'https://nodejs.org'),
    installed === locked
      ? fine(`firebase-tools ${locked}`)
      : missing(`firebase-tools ${locked} instead of ${installed ?? 'none'}`, 'npm ci'),
    commit === null
      ? unknown('the commit', 'this folder is no checkout of a repository')
      : changed.length === 0
        ? fine(`commit ${commit.slice(0, 12)}, nothing changed`)
        : missing(
            `a clean checkout; ${changed.slice(0, 5).join(', ')} differ from the commit`,
            'Commit the changes, so that the release can be found again.',
          ),
    credentials.state === 'known'
      ? fine('credentials for Google')
      : missing(
          `credentials for Google: ${credentials.why}`,
          'gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS to a key file',
        ),
  ];
}
