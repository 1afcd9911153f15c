import * as v from 'valibot';
import { emailAddress } from '../../../core/base/addresses';
import type { MessageId } from '../../messages/text';
import { minPasswordLength } from '../../shared/sign-in/password-strength';

const id = <I extends MessageId>(given: I): I => given;

export const emailField = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(id('signIn.emailNeeded')),
  emailAddress(id('signIn.emailWrong')),
);

export const signInFields = v.object({
  email: emailField,
  password: v.pipe(v.string(), v.nonEmpty(id('signIn.passwordNeeded'))),
});

export const createAccountFields = v.object({
  email: emailField,
  password: v.pipe(v.string(), v.minLength(minPasswordLength, id('create.passwordShort'))),
});

export const resetFields = v.object({ email: emailField });

/** Message ids that the schemas above can return, so that every language has its own text. */
export type FieldMessage =
  'signIn.emailNeeded' | 'signIn.emailWrong' | 'signIn.passwordNeeded' | 'create.passwordShort';

const fieldMessages: readonly string[] = [
  'signIn.emailNeeded',
  'signIn.emailWrong',
  'signIn.passwordNeeded',
  'create.passwordShort',
] satisfies FieldMessage[];

export const isFieldMessage = (message: string | undefined): message is FieldMessage =>
  message !== undefined && fieldMessages.includes(message);
