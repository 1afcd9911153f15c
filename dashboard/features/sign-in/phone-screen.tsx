import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useText } from '../../messages/text';
import { AuthLayout } from './auth-layout';
import { PhoneForm } from './phone-form';

export function PhoneScreen() {
  const text = useText();
  const { search } = useLocation();
  return (
    <AuthLayout
      title={text('phone.title')}
      heading={text('phone.heading')}
      lead={text('phone.lead')}
      foot={
        <Anchor component={Link} to={`/sign-in${search}`} inherit fw={550}>
          {text('reset.back')}
        </Anchor>
      }
    >
      <PhoneForm purpose="sign-in" />
    </AuthLayout>
  );
}
