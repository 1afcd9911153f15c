import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm, useWatch, type UseFormRegister } from 'react-hook-form';

import type { Failure, Answer } from '../../data/failure';
import { useText } from '../../messages/text';
import { createAccountFields, isFieldMessage, signInFields } from './credential-fields';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface CredentialForm {
  readonly register: UseFormRegister<Credentials>;
  readonly values: Credentials;
  readonly errors: { readonly email: string | undefined; readonly password: string | undefined };
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly submit: (event: React.FormEvent) => void;
  /** Sends the same values again. */
  readonly again: () => void;
}

/** Failures that belong to one field; all others are shown above the button. */
const fields: Partial<Record<Failure['code'], keyof Credentials>> = {
  'auth/invalid-email': 'email',
  'auth/missing-email': 'email',
  'auth/missing-password': 'password',
  'auth/password-does-not-meet-requirements': 'password',
  'auth/weak-password': 'password',
};
const fieldOf = (failure: Failure): keyof Credentials | null => fields[failure.code] ?? null;

export function useCredentialForm(
  kind: 'sign-in' | 'create',
  email: string,
  send: (credentials: Credentials) => Answer,
): CredentialForm {
  const text = useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Credentials>({
    defaultValues: { email, password: '' },
    resolver: valibotResolver(kind === 'sign-in' ? signInFields : createAccountFields),
    reValidateMode: 'onChange',
  });
  const typed = useWatch({ control: form.control });
  const said = (message: string | undefined) => (isFieldMessage(message) ? text(message) : message);

  const submit = form.handleSubmit(async (credentials) => {
    setFailure(null);
    const answer = await send(credentials);
    if (answer.ok) return;
    const field = fieldOf(answer.problem);
    if (field)
      form.setError(field, { message: text(`failure.${answer.problem.code}`) }, { shouldFocus: true });
    else setFailure(answer.problem);
  });

  const { errors, isSubmitting } = form.formState;
  return {
    register: form.register,
    values: { email: typed.email ?? '', password: typed.password ?? '' },
    errors: { email: said(errors.email?.message), password: said(errors.password?.message) },
    busy: isSubmitting,
    failure,
    submit: (event) => void submit(event),
    again: () => void submit(),
  };
}
