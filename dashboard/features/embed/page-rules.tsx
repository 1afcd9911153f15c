import { Stack, Text } from '@mantine/core';
import { permissionsLine, policyLine } from '../../../core/web/csp';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { useBackend } from '../../data/session';
import { CodeBlock } from '../../ui/code-block';

interface PageRulesProps {
  readonly hosted: boolean;
  /** The rule for the site's own style sheet, for sites that forbid style attributes. */
  readonly height: number;
}

/** The exact headers that a page with a strict policy needs. */
export function PageRules({ hosted, height }: PageRulesProps) {
  const text = useText();
  const { host } = useBackend();
  const page = { host, pay: hosted ? 'hosted' : 'in-page' } as const;
  const permissions = permissionsLine(page);
  return (
    <Panel id="rules" heading={text('rules.heading')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('rules.about')}
        </Text>
        <CodeBlock code={`Content-Security-Policy: ${policyLine(page)}`} label={text('rules.policy')} />
        {permissions && (
          <CodeBlock code={`Permissions-Policy: ${permissions}`} label={text('rules.permissions')} />
        )}
        <Text size="sm" c="dimmed">
          {text('rules.styleAbout')}
        </Text>
        <CodeBlock
          code={`busker-card { display: block${height > 0 ? `; min-height: ${height}px` : ''} }`}
          label={text('rules.style')}
        />
      </Stack>
    </Panel>
  );
}
