import type { OwnerAuth } from '../data/backend';
import { makeUser } from '../testing/fakes';
import { signInAnswers } from './in-memory-answer';
import { inMemoryMailActions, inMemorySignInMethods } from './in-memory-sign-in-methods';
import { inMemorySecondFactors, inSteps } from './in-memory-second-step';
import type { InMemoryWorld } from './in-memory-world';

/** Sign-in against a map of passwords. */
export function inMemoryAuth(world: InMemoryWorld): OwnerAuth {
  const answered = signInAnswers(world);
  const current = () => {
    const now = world.session.value;
    return now.kind === 'signed-in' ? now.user : null;
  };

  return {
    watchSession: (onSession) => world.session.watch(onSession),
    comesBack: false,
    get methods() {
      return world.methods;
    },
    openSignInMethods: async () => inMemorySignInMethods(world),
    watchSecondStep: (onStep) => world.step.watch(onStep),
    openSecondFactors: async () => inMemorySecondFactors(world),
    openMailActions: async () => inMemoryMailActions(world),
    speak: (language) => {
      world.spoken = language;
    },
    signIn: (email, password) =>
      inSteps(
        world,
        () =>
          answered('signIn', () =>
            world.passwords.get(email) === password ? undefined : 'auth/invalid-credential',
          ),
        () => world.signInAs(makeUser({ email })),
      ),
    createAccount: (email, password) =>
      answered('createAccount', () => {
        const known = world.passwords.get(email);
        if (known !== undefined && known !== password) {
          world.outbox.push({ kind: 'reset', to: email });
          return 'mailed' as const;
        }
        if (password.length < 6) return 'auth/weak-password';
        if (known === undefined) world.outbox.push({ kind: 'verify', to: email });
        world.passwords.set(email, password);
        world.signInAs(makeUser({ email, emailVerified: known !== undefined }));
        return 'signed-in' as const;
      }),
    sendPasswordReset: (email) =>
      answered('sendPasswordReset', () => void world.outbox.push({ kind: 'reset', to: email })),
    sendVerification: () =>
      answered(
        'sendVerification',
        () => void world.outbox.push({ kind: 'verify', to: current()?.email ?? '' }),
      ),
    role: async () => world.role,
    refresh: () =>
      answered('refresh', () => {
        const user = current();
        if (!user) return 'auth/user-token-expired';
        world.signInAs({ ...user });
        return user;
      }),
    changePassword: (given, next) =>
      answered('changePassword', () => {
        const email = current()?.email ?? '';
        if (world.passwords.get(email) !== given) return 'auth/invalid-credential';
        if (next.length < 6) return 'auth/weak-password';
        world.passwords.set(email, next);
      }),
    changeEmail: (email) =>
      answered('changeEmail', () => {
        if (!world.isFresh) return 'auth/requires-recent-login';
        world.outbox.push({ kind: 'verify', to: email });
      }),
    changeRecord: ({ displayName, photoUrl }) =>
      answered('changeRecord', () =>
        world.changeUser({ displayName: displayName || null, photoUrl: photoUrl || null }),
      ),
    signOut: (reason = 'left') =>
      answered('signOut', () => world.session.set({ kind: 'signed-out', reason })),
  };
}
