import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../messages/text';

export function ToSignIn() {
  const text = useText();
  return (
    <Button component={Link} to="/sign-in">
      {text('action.toSignIn')}
    </Button>
  );
}

/** A person who is not signed in is asked to sign in on the way. */
export function ToApp({ next }: { readonly next: string }) {
  const text = useText();
  return (
    <Button component={Link} to={next}>
      {text('action.toApp')}
    </Button>
  );
}
