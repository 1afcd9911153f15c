import { Button, MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, afterEach, expect, test, vi } from 'vitest';
import { theme } from './theme';

describe('pressable', () => {
  afterEach(cleanup);

  interface Shown {
    readonly state?: 'idle' | 'busy' | 'off';
    readonly onPress?: () => void;
    readonly onSend?: () => void;
  }

  function Form({ state = 'idle', onPress, onSend }: Shown) {
    return (
      <MantineProvider theme={theme} env="test">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSend?.();
          }}
        >
          <input aria-label="Name" />
          <Button type="submit" loading={state === 'busy'} disabled={state === 'off'} onClick={onPress}>
            Save
          </Button>
        </form>
      </MantineProvider>
    );
  }
  const save = () => screen.getByRole('button', { name: 'Save' });

  for (const state of ['busy', 'off'] as const)
    test(`a focused button keeps the focus when it is ${state}, is marked as disabled, and does nothing`, async () => {
      const onPress = vi.fn<() => void>();
      const onSend = vi.fn<() => void>();
      const user = userEvent.setup();
      const { rerender } = render(<Form />);
      act(() => save().focus());
      rerender(<Form state={state} onPress={onPress} onSend={onSend} />);
      // Browsers remove the focus from an element with this attribute.
      expect(save().hasAttribute('disabled')).toBe(false);
      expect(save().getAttribute('aria-disabled')).toBe('true');
      await user.keyboard('{Enter}');
      await user.click(save());
      expect(onPress).not.toHaveBeenCalled();
      expect(onSend).not.toHaveBeenCalled();

      rerender(<Form onPress={onPress} onSend={onSend} />);
      expect(save().hasAttribute('aria-disabled')).toBe(false);
      await user.keyboard('{Enter}');
      expect(onPress).toHaveBeenCalledOnce();
      expect(onSend).toHaveBeenCalledOnce();
    });

  test('a busy button without the focus cannot be pressed, also by Enter in its form', async () => {
    const onSend = vi.fn<() => void>();
    const user = userEvent.setup();
    const { rerender } = render(<Form state="busy" onSend={onSend} />);
    expect(save()).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Name'), 'Ada{Enter}');
    expect(onSend).not.toHaveBeenCalled();

    rerender(<Form onSend={onSend} />);
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onSend).toHaveBeenCalledOnce();
  });

  test('a disabled button leaves the tab order after losing the focus', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Form />);
    act(() => save().focus());
    rerender(<Form state="off" />);
    await user.tab({ shift: true });
    expect(save()).toHaveProperty('disabled', true);
  });
});
