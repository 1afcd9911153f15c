import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useText } from '../../messages/text';

interface OtherDoorProps {
  readonly to: '/sign-in' | '/create-account' | '/reset-password';
  readonly label: string;
  /** What was typed, to be carried over. */
  readonly email?: string;
  readonly small?: boolean;
}

/** To another screen of signing in, with the way that the owner was on. */
export function OtherDoor({ to, label, email, small = false }: OtherDoorProps) {
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
  return <OtherDoor to="/sign-in" label={text('reset.back')} />;
}
