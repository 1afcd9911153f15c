import { useState, type ComponentProps } from 'react';

/**
 * The element of every Mantine `Button`, which is disabled while it works. Browsers remove the focus from a disabled element, so keyboard
 * users would lose their place: a focused button keeps the focus, does nothing, and is marked `aria-disabled`.
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
