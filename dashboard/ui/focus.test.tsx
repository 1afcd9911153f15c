import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from './focus';

describe('focus keeper', () => {
  let end = () => {};
  beforeEach(() => {
    end = keepFocus(document);
  });
  afterEach(() => {
    cleanup();
    end();
  });

  function Sites({ first }: { readonly first: readonly string[] }) {
    const [sites, setSites] = useState(first);
    return (
      <section>
        <button>Add</button>
        <ul>
          {sites.map((site) => (
            <li key={site}>
              <button onClick={() => setSites(sites.filter((other) => other !== site))}>Remove {site}</button>
            </li>
          ))}
        </ul>
      </section>
    );
  }

  function Steps({ steps }: { readonly steps: readonly ReactNode[] }) {
    const [at, setAt] = useState(0);
    return (
      <>
        <div onClickCapture={() => setTimeout(() => setAt(at + 1))}>{steps[at]}</div>
        <button>Far away</button>
      </>
    );
  }

  const press = async (name: string) => {
    act(() => screen.getByRole('button', { name }).focus());
    await userEvent.setup().keyboard('{Enter}');
  };
  const on = (name: string) =>
    waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name }));
      return true;
    });

  /** Where the next Tab starts, by the text there. */
  const onText = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text));

  test.each([
    ['the next of a list', 'b', 'Remove c', 'Remove c'],
    ['at its end, the one before', 'c', 'Remove b', 'Remove b'],
  ])('a removed button leaves the focus near %s, and Tab continues there', async (_, removed, near, next) => {
    render(
      <main>
        <Sites first={['a', 'b', 'c']} />
      </main>,
    );
    await press(`Remove ${removed}`);
    await onText(near);
    await userEvent.setup().tab();
    await expect(on(next)).resolves.toBe(true);
  });

  test('a second Enter removes nothing more', async () => {
    render(
      <main>
        <Sites first={['a', 'b', 'c']} />
      </main>,
    );
    await press('Remove a');
    await onText('Remove b');
    await userEvent.setup().keyboard('{Enter} ');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  test('an element that is not a control loses its tabindex after the focus has left it', async () => {
    render(
      <main>
        <Sites first={['a', 'b']} />
      </main>,
    );
    await press('Remove a');
    await onText('Remove b');
    act(() => screen.getByRole('button', { name: 'Add' }).focus());
    expect(screen.getByRole('listitem').hasAttribute('tabindex')).toBe(false);
  });

  test('the focus moves to no active or invisible element, but to what is around it', async () => {
    const next = (
      <>
        <p hidden>Hidden</p>
        <button key="next">Hide</button>
      </>
    );
    render(
      <main>
        <Steps steps={[<button key="first">Show</button>, next]} />
      </main>,
    );
    await press('Show');
    await waitFor(() => expect(document.activeElement?.contains(screen.getByText('Hide'))).toBe(true));
    await userEvent.setup().tab();
    await expect(on('Hide')).resolves.toBe(true);
  });

  test('without controls left, the dialog or the screen gets the focus', async () => {
    render(
      <main tabIndex={-1}>
        <Sites first={[]} />
        <div role="dialog" tabIndex={-1}>
          <Alone />
        </div>
      </main>,
    );
    await press('Done');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  });

  function Alone() {
    const [there, setThere] = useState(true);
    return there ? <button onClick={() => setThere(false)}>Done</button> : <p>It is done.</p>;
  }

  test('a new screen is read from its beginning', async () => {
    function Screens() {
      const [second, setSecond] = useState(false);
      if (second) return <main key="second" tabIndex={-1} />;
      return (
        <main key="first">
          <button onClick={() => setSecond(true)}>Go</button>
        </main>
      );
    }
    render(<Screens />);
    await press('Go');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  test('an element that took the focus itself keeps it', async () => {
    function Asking() {
      const [asked, setAsked] = useState(false);
      if (!asked) return <button onClick={() => setAsked(true)}>Ask</button>;
      return (
        <>
          <button>First</button>
          <button ref={(button) => button?.focus()}>Answer</button>
        </>
      );
    }
    render(
      <main>
        <Asking />
      </main>,
    );
    await press('Ask');
    await expect(on('Answer')).resolves.toBe(true);
  });

  test('an element that was left before its removal moves no focus', async () => {
    const screenWith = (left: boolean) => (
      <main>
        {left && <button>Left</button>}
        <button>Beside</button>
      </main>
    );
    const { rerender } = render(screenWith(true));
    const button = screen.getByRole('button', { name: 'Left' });
    act(() => button.focus());
    act(() => button.blur());
    // One macrotask separates leaving an element from its removal.
    await new Promise((next) => setTimeout(next));
    rerender(screenWith(false));
    await new Promise((next) => setTimeout(next));
    expect(document.activeElement).toBe(document.body);
  });

  test('a toast that closes with its button returns the focus to where it was', async () => {
    const screenWith = (notice: boolean) => (
      <>
        <main>
          <button>Add</button>
        </main>
        {notice && <button>Undo</button>}
      </>
    );
    const { rerender } = render(screenWith(true));
    act(() => screen.getByRole('button', { name: 'Add' }).focus());
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    rerender(screenWith(false));
    await expect(on('Add')).resolves.toBe(true);
  });

  test('a menu whose item removes the menu’s owner leaves the focus nearby', async () => {
    const screenWith = (rows: readonly string[], menu: boolean) => (
      <>
        <main>
          <ul>
            {rows.map((row) => (
              <li key={row}>
                <button>More for {row}</button>
              </li>
            ))}
          </ul>
        </main>
        {menu && <button>Remove</button>}
      </>
    );
    const { rerender } = render(screenWith(['a', 'b', 'c'], true));
    act(() => screen.getByRole('button', { name: 'More for b' }).focus());
    act(() => screen.getByRole('button', { name: 'Remove' }).focus());
    rerender(screenWith(['a', 'c'], true));
    // The menu closes with an animation.
    await new Promise((next) => setTimeout(next));
    rerender(screenWith(['a', 'c'], false));
    await onText('More for c');
    expect(document.activeElement?.tagName).toBe('LI');
  });
});
