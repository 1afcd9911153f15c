import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useText } from '../../messages/text';

interface OtherDoorProps {
  readonly to: '/sign-in' | '/create-account' | '/reset-password';
  readonly label: string;
  /** The typed email, passed on. */
  readonly email?: string;
  readonly small?: boolean;
}

/** A link to another sign-in screen that keeps the page the owner wanted. */
export function SignInScreenLink({ to, label, email, small = false }: OtherDoorProps) {
  const { search } = useLocation();
  return (
    <Anchor
      component={Link}
      to={`${to}${search}`}
      {...(email === undefined ? {} : { state: { email } })}
      {...(small ? { size: 'sm' } : { inherit: true, fw: 550 })}
    >
      {label}
    </Anchor>
  );
}

export function BackToSignIn() {
  const text = useText();
  return <SignInScreenLink to="/sign-in" label={text('reset.back')} />;
}
