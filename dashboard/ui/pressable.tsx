import { useState, type ComponentProps } from 'react';

/**
 * The element of every Mantine `Button`, which is disabled while it works. A browser takes the focus from what is disabled, and whoever
 * goes by keyboard would stand nowhere after each press: a button that has the focus keeps it, does nothing, and says so.
 */
export function Pressable({ disabled = false, type = 'button', ...props }: ComponentProps<'button'>) {
  const { onClick, onFocus, onBlur, ...rest } = props;
  const [focused, setFocused] = useState(false);
  const stays = disabled && focused;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !focused}
      aria-disabled={stays || undefined}
      onClick={(event) => (stays ? event.preventDefault() : onClick?.(event))}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
    />
  );
}
