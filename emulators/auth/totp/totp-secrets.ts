import type { AgentProjectState, ProjectState } from 'firebase-tools/lib/emulator/auth/state.js';

/** The shared secret (base32) of each enrolled authenticator app, by the id of its enrolment. */
export type TotpSecrets = Map<string, string>;

const ofProject = new WeakMap<object, TotpSecrets>();

/** The secrets of a project, which its tenants share. They are not fields of the users: no answer can contain them. */
export function totpSecrets(state: ProjectState): TotpSecrets {
  const owner: object = state.parentProject ?? state;
  const known = ofProject.get(owner) ?? new Map<string, string>();
  ofProject.set(owner, known);
  return known;
}

/** The secrets whose enrolment still exists: users and their factors are removed in several ways. */
export function livingSecrets(state: AgentProjectState): readonly { id: string; secret: string }[] {
  const projects: readonly ProjectState[] = [state, ...state.tenantProjectForTenantId.values()];
  const living = new Set(
    projects.flatMap(({ users }) =>
      [...users.values()].flatMap(({ mfaInfo = [] }) =>
        mfaInfo.map(({ mfaEnrollmentId }) => mfaEnrollmentId),
      ),
    ),
  );
  return [...totpSecrets(state)].filter(([id]) => living.has(id)).map(([id, secret]) => ({ id, secret }));
}
