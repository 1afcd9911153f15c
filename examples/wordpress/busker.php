<?php
/**
 * Plugin Name: Busker
 * Description: Social links and tips: a block, the shortcode [busker profile="ada"], or the address of a Busker page on a line of its own.
 * Version: 1.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.2
 * Author: Busker
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: busker
 * Domain Path: /languages
 *
 * The server is named under Settings → General. The plugin stores its address and, for some minutes, the public profiles that it shows. No
 * visitor's request leaves your site except for the card itself.
 *
 * @package Busker
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Minutes for which a profile is shown as it was fetched; after a failure the server is left alone for one. */
const BUSKER_FRESH_SECONDS = 900;
const BUSKER_AFTER_FAILURE_SECONDS = 60;

/** One file for each language, whatever the country: WordPress itself would look for de_AT alone. */
function busker_load_texts() {
	$locale = strtolower( str_replace( '_', '-', determine_locale() ) );
	$parts  = explode( '-', $locale );
	// The texts are in simplified Chinese.
	$has_texts = ! preg_match( '/^zh-(tw|hk|mo|hant)/', $locale );
	$file      = __DIR__ . '/languages/busker-' . $parts[0] . '.mo';
	if ( $has_texts && preg_match( '/^[a-z]{2}\z/', $parts[0] ) && is_readable( $file ) ) {
		load_textdomain( 'busker', $file );
	}
}
add_action( 'init', 'busker_load_texts', 0 );

/** Origin of a server, without a slash at its end; empty where the address is no web address. */
function busker_origin( $address ) {
	$parts = wp_parse_url( trim( (string) $address ) );
	if ( empty( $parts['scheme'] ) || empty( $parts['host'] ) || ! in_array( $parts['scheme'], array( 'http', 'https' ), true ) ) {
		return '';
	}
	return $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/** Origin of the Busker server; empty while nobody has named it. */
function busker_host() {
	return busker_origin( get_option( 'busker_host', '' ) );
}

/** Declared, the frame is shown as it is; undeclared, WordPress puts it into a sandbox, where it works as well. */
function busker_register_provider() {
	$host = busker_host();
	if ( '' !== $host ) {
		wp_oembed_add_provider( '#^' . preg_quote( $host, '#' ) . '/@[^/?\#]+/?(\?.*)?$#i', $host . '/oembed', true );
	}
}
add_action( 'init', 'busker_register_provider' );

/** The frame speaks the language of the site, unless the address names one. */
function busker_oembed_language( $request ) {
	$host = busker_host();
	return '' !== $host && 0 === strpos( $request, $host . '/oembed' ) ? add_query_arg( 'lang', get_locale(), $request ) : $request;
}
add_filter( 'oembed_fetch_url', 'busker_oembed_language' );

/** Which attributes of the card a shortcode and the block may set; the script's server is the card's host. */
function busker_attributes() {
	return array( 'profile', 'src', 'layout', 'theme', 'accent', 'locale', 'amounts', 'every', 'tips', 'links', 'pay', 'return', 'for', 'placement', 'goal', 'wall', 'consent' );
}

/** By name; WordPress gives an attribute without a value (`goal`) as a value under a number. */
function busker_named( $given ) {
	$named = array();
	foreach ( $given as $key => $value ) {
		if ( is_int( $key ) ) {
			$named[ strtolower( $value ) ] = '';
		} else {
			$named[ $key ] = $value;
		}
	}
	return $named;
}

/** The tag around its links; empty while nothing names a profile or its file. `$links` is HTML, `$height` pixels or 0. */
function busker_tag( $named, $links, $height ) {
	$handle    = isset( $named['profile'] ) ? ltrim( strtolower( $named['profile'] ), '@' ) : '';
	$is_handle = preg_match( '/^[a-z0-9_]{3,30}\z/', $handle );
	$is_file   = isset( $named['src'] ) && '' !== $named['src'];
	if ( ! $is_handle && ( '' !== $handle || ! $is_file ) ) {
		return '';
	}
	$written = $is_handle ? ' profile="' . esc_attr( $handle ) . '"' : '';
	foreach ( busker_attributes() as $name ) {
		if ( isset( $named[ $name ] ) && 'profile' !== $name ) {
			$written = $written . ' ' . $name . '="' . esc_attr( $named[ $name ] ) . '"';
		}
	}
	$style = 'display:block' . ( '' !== $height ? ';min-height:' . $height : '' );
	return '<busker-card' . $written . ' style="' . esc_attr( $style ) . '">' . $links . '</busker-card>';
}

/**
 * The public profile: array( 'at' => 'found', 'profile' => … ), array( 'at' => 'unknown' ) where the server has none, or array( 'at' => 'unreachable' ).
 * A profile that was fetched is kept for a week, and shown when the server does not answer.
 */
function busker_profile( $host, $handle ) {
	$key  = 'busker_profile_' . md5( $host . '/' . $handle );
	$kept = get_transient( $key );
	if ( is_array( $kept ) && time() < $kept['until'] ) {
		return $kept['found'];
	}
	$answer = wp_remote_get( $host . '/v1/profiles/' . $handle, array( 'timeout' => 3 ) );
	$status = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
	$body   = 200 === $status ? json_decode( wp_remote_retrieve_body( $answer ), true ) : null;
	if ( is_array( $body ) && isset( $body['name'], $body['links'], $body['url'], $body['tips']['state'], $body['look']['layout'] ) && is_array( $body['links'] ) ) {
		$found = array( 'at' => 'found', 'profile' => $body );
		$fresh = BUSKER_FRESH_SECONDS;
	} elseif ( 404 === $status || 410 === $status ) {
		$found = array( 'at' => 'unknown' );
		$fresh = BUSKER_AFTER_FAILURE_SECONDS;
	} else {
		$found = is_array( $kept ) ? $kept['found'] : array( 'at' => 'unreachable' );
		$fresh = BUSKER_AFTER_FAILURE_SECONDS;
	}
	set_transient( $key, array( 'found' => $found, 'until' => time() + $fresh ), WEEK_IN_SECONDS );
	return $found;
}

/** The layout that the card will have: the attribute's if it is one, else the owner's. */
function busker_layout( $named, $profile ) {
	$asked = isset( $named['layout'] ) ? strtolower( $named['layout'] ) : '';
	return in_array( $asked, array( 'card', 'links', 'button', 'floating' ), true ) ? $asked : $profile['look']['layout'];
}

/** Whether an attribute switches something off, as the card reads it. */
function busker_is_off( $named, $name ) {
	return isset( $named[ $name ] ) && 1 === preg_match( '/^(off|false|no|0)\z/i', trim( $named[ $name ] ) );
}

/** How wide a text is in em, by its letters: the figures of core/embed/card-height.ts. */
function busker_width( $text, $font, $weight ) {
	$fixed  = array(
		'/[\p{M}\x{200b}-\x{200f}]/u'                                                          => 0,
		'/[\x{1f300}-\x{1faff}\x{2600}-\x{27bf}]/u'                                            => 1.25,
		'/[\x{1100}-\x{11ff}\x{ac00}-\x{d7af}]/u'                                              => 0.92,
		'/[\x{2e80}-\x{9fff}\x{f900}-\x{faff}\x{fe30}-\x{ff60}\x{20000}-\x{3ffff}]/u' => 1,
	);
	$widths = array(
		'/[\x{0600}-\x{06ff}]/u' => 0.49,
		"/[ijl.,:;!|'’‘]/u"      => 0.26,
		'/[ftrI()[\]\-\/ ]/u'    => 0.33,
		'/[mwMW@%—…]/u'          => 0.87,
		'/\p{Lu}/u'              => 0.64,
	);
	$sum    = 0;
	foreach ( preg_split( '//u', $text, -1, PREG_SPLIT_NO_EMPTY ) as $sign ) {
		$own = null;
		foreach ( $fixed as $signs => $width ) {
			if ( null === $own && 1 === preg_match( $signs, $sign ) ) {
				$own = $width;
			}
		}
		if ( null === $own && 'mono' === $font ) {
			$own = 0.602;
		}
		if ( null === $own ) {
			foreach ( $widths as $signs => $width ) {
				if ( null === $own && 1 === preg_match( $signs, $sign ) ) {
					$own = $width;
				}
			}
			$own = ( null === $own ? 0.545 : $own ) * ( 'serif' === $font ? 1.02 : 1 ) * $weight;
		}
		$sum += $own;
	}
	return $sum;
}

/** How many lines a text takes in so many pixels. */
function busker_lines( $text, $room, $font, $size, $weight ) {
	$lines = 0;
	foreach ( explode( "\n", $text ) as $line ) {
		++$lines;
		$used = 0;
		preg_match_all( '/[\x{2e80}-\x{9fff}\x{f900}-\x{faff}\x{ff00}-\x{ff60}]|[^\s\x{2e80}-\x{9fff}\x{f900}-\x{faff}\x{ff00}-\x{ff60}-]*[\s-]?/u', $line, $pieces );
		foreach ( $pieces[0] as $piece ) {
			$width = busker_width( rtrim( $piece ), $font, $weight ) * $size;
			if ( $used > 0 && $used + $width > $room ) {
				++$lines;
				$used = 0;
			}
			$more  = (int) floor( $width / ( $room + 1 ) );
			$lines = $lines + $more;
			$used  = $used + busker_width( $piece, $font, $weight ) * $size - $more * $room;
		}
	}
	return $lines;
}

/** The rows of links with their headings, in a card with so many pixels inside. */
function busker_links_height( $links, $inner, $font ) {
	$sides  = 2 + 2 * min( 16, 0.06 * $inner );
	$beside = 20 + min( 12, 0.06 * ( $inner - $sides ) );
	$height = 0;
	$before = null;
	foreach ( array_values( $links ) as $index => $link ) {
		$room   = $inner - $sides - $beside - ( empty( $link['verified'] ) ? 0 : 28 );
		$height = $height + max( 48, 22 + 20.8 * busker_lines( isset( $link['label'] ) ? $link['label'] : '', $room, $font, 16, 1.06 ) );
		$group  = isset( $link['group'] ) ? $link['group'] : null;
		if ( null !== $group && '' !== $group && $group !== $before ) {
			$height = $height + 12 + 20.4 * busker_lines( $group, $inner, $font, 13.6, 1.06 );
		}
		$height = $height + ( $index > 0 ? 10 : 0 );
		$before = $group;
	}
	return $height;
}

/** The height of each of the owner's texts, with its title. */
function busker_text_heights( $blocks, $inner, $font ) {
	$heights = array();
	foreach ( $blocks as $block ) {
		if ( isset( $block['kind'], $block['text'] ) && 'text' === $block['kind'] ) {
			$label     = isset( $block['label'] ) ? $block['label'] : '';
			$title     = '' === $label ? 0 : 12 + 20.4 * busker_lines( $label, $inner, $font, 13.6, 1.06 );
			$heights[] = 24 * busker_lines( $block['text'], $inner, $font, 16, 1 ) + $title;
		}
	}
	return $heights;
}

/**
 * The height in pixels that the card will need where its tag is so many pixels wide; 0 for the floating button. The same figures as the dashboard's
 * code. Of a goal the public profile does not say the name: one line is reserved for it. The supporters' wall changes with each tip and is left out.
 */
function busker_height( $named, $profile, $column = 384 ) {
	$layout = busker_layout( $named, $profile );
	$tips   = 'on' === $profile['tips']['state'] && ! busker_is_off( $named, 'tips' );
	$links  = busker_is_off( $named, 'links' ) ? array() : $profile['links'];
	$font   = isset( $profile['look']['font'] ) ? $profile['look']['font'] : 'system';
	$goal   = isset( $named['goal'] ) ? ! busker_is_off( $named, 'goal' ) : ! empty( $profile['tips']['goal'] );
	if ( 'floating' === $layout ) {
		return 0;
	}
	if ( 'button' === $layout ) {
		return $tips ? 48 : 0;
	}
	$around   = 'card' === $layout ? 2 + 2 * min( 24, 0.07 * $column ) : 0;
	$inner    = ( 'card' === $layout ? min( 416, $column ) : $column ) - $around;
	$sections = array();
	if ( 'card' === $layout ) {
		$sections[] = max( 68, 24 + 27.5 * busker_lines( $profile['name'], $inner - 84, $font, 22, 1.06 ) );
		if ( isset( $profile['bio'] ) && '' !== $profile['bio'] ) {
			$sections[] = busker_lines( $profile['bio'], $inner, $font, 16, 1 ) * 24;
		}
	}
	// Texts stand in the list of links; without links each is a part of its own.
	$texts = busker_is_off( $named, 'links' ) || empty( $profile['blocks'] ) ? array() : busker_text_heights( $profile['blocks'], $inner, $font );
	if ( count( $links ) > 0 ) {
		$sections[] = busker_links_height( $links, $inner, $font ) + array_sum( $texts );
	} else {
		$sections = array_merge( $sections, $texts );
	}
	if ( $tips ) {
		$sections[] = 48;
		if ( $goal ) {
			$sections[] = 40;
		}
	}
	return (int) ceil( array_sum( $sections ) + max( 0, count( $sections ) - 1 ) * 20 + $around );
}

/** The same in CSS: one length, or where lines break on a phone, one that grows on narrow windows. */
function busker_height_style( $named, $profile ) {
	$wide = busker_height( $named, $profile );
	$more = busker_height( $named, $profile, 328 ) - $wide;
	if ( 0 === $wide ) {
		return '';
	}
	return abs( $more ) <= 4 ? max( $wide, $wide + $more ) . 'px' : 'calc(' . $wide . 'px + clamp(0px, (480px - 100vw) * 99, ' . $more . 'px))';
}

/** The real links, which work before the script, without it, and when it fails. */
function busker_links( $host, $handle, $found ) {
	$page = $host . '/@' . $handle;
	if ( 'found' !== $found['at'] ) {
		return '<a href="' . esc_url( $page ) . '">@' . esc_html( $handle ) . '</a>';
	}
	$profile = $found['profile'];
	$links   = '';
	foreach ( $profile['links'] as $link ) {
		if ( isset( $link['url'], $link['label'] ) ) {
			$links .= '<a rel="me" href="' . esc_url( $link['url'], array( 'http', 'https', 'mailto', 'tel' ) ) . '">' . esc_html( $link['label'] ) . '</a> ';
		}
	}
	/* translators: %s: name of the person whose profile it is. */
	$last = 'on' === $profile['tips']['state'] ? sprintf( __( 'Tip %s', 'busker' ), $profile['name'] ) : $profile['name'];
	return $links . '<a href="' . esc_url( $page ) . '">' . esc_html( $last ) . '</a>';
}

/** Why nothing can be shown, for people who write here; null where nothing is wrong. */
function busker_fault( $host, $named ) {
	if ( '' === trim( (string) get_option( 'busker_host', '' ) ) ) {
		return __( 'Busker: no server is set. Enter its address under Settings → General → Busker server.', 'busker' );
	}
	if ( '' === $host ) {
		return __( 'Busker: the server under Settings → General is not a web address.', 'busker' );
	}
	$asked = isset( $named['profile'] ) ? $named['profile'] : '';
	if ( '' === $asked && ( ! isset( $named['src'] ) || '' === $named['src'] ) ) {
		return __( 'Busker: name a profile, as in [busker profile="ada"].', 'busker' );
	}
	if ( preg_match( '/[“”„«»″‟]/u', $asked ) ) {
		return __( 'Busker: write straight quotes, as in [busker profile="ada"].', 'busker' );
	}
	if ( '' !== $asked && ! preg_match( '/^@?[a-z0-9_]{3,30}\z/i', $asked ) ) {
		/* translators: %s: what was written in place of a handle. */
		return sprintf( __( 'Busker: "%s" is not a handle. A handle has 3 to 30 letters from a to z, digits or underscores.', 'busker' ), $asked );
	}
	return null;
}

/** What people who may write here see in place of the card; visitors see nothing. */
function busker_note( $text ) {
	return current_user_can( 'edit_posts' ) ? '<em>' . esc_html( $text ) . '</em>' : '';
}

/** The shortcode and the block are the same HTML. */
function busker_render( $named ) {
	$host  = busker_host();
	$fault = busker_fault( $host, $named );
	if ( null !== $fault ) {
		return busker_note( $fault );
	}
	$handle = isset( $named['profile'] ) ? ltrim( strtolower( $named['profile'] ), '@' ) : '';
	$found  = '' === $handle ? null : busker_profile( $host, $handle );
	if ( null !== $found && 'unknown' === $found['at'] ) {
		/* translators: 1: address of the server, 2: handle of the profile. */
		return busker_note( sprintf( __( 'Busker: %1$s has no published profile @%2$s.', 'busker' ), $host, $handle ) );
	}
	$links  = null === $found ? '' : busker_links( $host, $handle, $found );
	$height = null !== $found && 'found' === $found['at'] ? busker_height_style( $named, $found['profile'] ) : '';
	// The address names the version itself: it is that of every other card on the site, so that the script loads once.
	wp_enqueue_script( 'busker-card', $host . '/embed/v1.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
	return busker_tag( $named, $links, $height );
}

/** The shortcode [busker profile="ada" layout="links" goal]; what it encloses follows the card. */
function busker_shortcode( $given, $content = '' ) {
	return busker_render( busker_named( is_array( $given ) ? $given : array() ) ) . do_shortcode( (string) $content );
}
add_shortcode( 'busker', 'busker_shortcode' );

/** The card is a module. What WordPress and other plugins wrote on the tag stays: its id, a nonce. */
function busker_script_tag( $tag, $handle ) {
	if ( 'busker-card' !== $handle ) {
		return $tag;
	}
	$untyped = preg_replace( '/\stype=(["\'])[^"\']*\1/', '', $tag );
	return preg_replace( '/\s(?:async\s+)?src=/', ' type="module" async src=', $untyped, 1 );
}
add_filter( 'script_loader_tag', 'busker_script_tag', 10, 2 );

/** What the block's settings say, in the language of the person who writes. */
function busker_block_texts() {
	return array(
		'handle'      => __( 'Handle', 'busker' ),
		'looks'       => __( 'Look', 'busker' ),
		'asPublished' => __( 'As published', 'busker' ),
		'layout'      => __( 'Layout', 'busker' ),
		'card'        => __( 'Card', 'busker' ),
		'linksOnly'   => __( 'Links', 'busker' ),
		'button'      => __( 'Button', 'busker' ),
		'floating'    => __( 'Floating', 'busker' ),
		'theme'       => __( 'Colours', 'busker' ),
		'auto'        => __( 'Automatic', 'busker' ),
		'light'       => __( 'Light', 'busker' ),
		'dark'        => __( 'Dark', 'busker' ),
		'match'       => __( 'Match page', 'busker' ),
		'accent'      => __( 'Accent colour', 'busker' ),
		'locale'      => __( 'Language', 'busker' ),
		'tipping'     => __( 'Tips', 'busker' ),
		'tips'        => __( 'Accept tips', 'busker' ),
		'links'       => __( 'Show links', 'busker' ),
		'goal'        => __( 'Show a goal', 'busker' ),
		'wall'        => __( 'Supporters to show', 'busker' ),
		'amounts'     => __( 'Amounts', 'busker' ),
		'for'         => __( 'What the tip is for', 'busker' ),
		'hosted'      => __( 'Pay on Stripe’s own page', 'busker' ),
		'advanced'    => __( 'Advanced', 'busker' ),
		'consent'     => __( 'Wait for consent', 'busker' ),
		'placement'   => __( 'Placement', 'busker' ),
	);
}

/** The block writes its settings as attributes of the card; those that are empty or off are left out. */
function busker_block( $given ) {
	$named = array();
	foreach ( busker_attributes() as $name ) {
		if ( isset( $given[ $name ] ) && '' !== $given[ $name ] ) {
			$named[ $name ] = (string) $given[ $name ];
		}
	}
	// Somebody who writes is no visitor: the preview counts nothing.
	if ( defined( 'REST_REQUEST' ) && REST_REQUEST ) {
		$named['consent'] = 'wait';
	}
	return busker_render( $named );
}

function busker_register_block() {
	wp_register_script( 'busker-block', plugins_url( 'block.js', __FILE__ ), array( 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components', 'wp-server-side-render' ), '1.1.0', true );
	wp_add_inline_script( 'busker-block', 'window.buskerBlock = ' . wp_json_encode( busker_block_texts() ) . ';', 'before' );
	register_block_type( __DIR__, array( 'render_callback' => 'busker_block' ) );
}
add_action( 'init', 'busker_register_block' );

/** The preview in the editor is the card itself. */
function busker_editor_script() {
	$host = busker_host();
	if ( '' !== $host ) {
		wp_enqueue_script( 'busker-card', $host . '/embed/v1.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
	}
}
add_action( 'enqueue_block_editor_assets', 'busker_editor_script' );

/** One field under Settings → General. */
function busker_settings() {
	register_setting( 'general', 'busker_host', array( 'type' => 'string', 'sanitize_callback' => 'busker_sanitize_host', 'default' => '' ) );
	add_settings_field( 'busker_host', __( 'Busker server', 'busker' ), 'busker_settings_field', 'general', 'default', array( 'label_for' => 'busker_host' ) );
}
add_action( 'admin_init', 'busker_settings' );

/** A server's origin; what is no web address is refused, and the earlier one stays. */
function busker_sanitize_host( $given ) {
	$given  = trim( (string) $given );
	$origin = busker_origin( $given );
	if ( '' === $given || '' !== $origin ) {
		return esc_url_raw( $origin );
	}
	add_settings_error( 'busker_host', 'busker_host', __( 'Busker server: enter a web address that starts with https:// or http://.', 'busker' ) );
	return get_option( 'busker_host', '' );
}

function busker_settings_field() {
	printf(
		'<input type="url" class="regular-text code" dir="ltr" id="busker_host" name="busker_host" value="%s" placeholder="https://busker.example">',
		esc_attr( (string) get_option( 'busker_host', '' ) )
	);
}

/** From the plugin's row to its setting. */
function busker_row_links( $links ) {
	$link = '<a href="' . esc_url( admin_url( 'options-general.php#busker_host' ) ) . '">' . esc_html__( 'Settings', 'busker' ) . '</a>';
	return array_merge( array( $link ), $links );
}
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'busker_row_links' );

/** After activation the list of plugins says what is missing, until it is there. */
function busker_missing_server() {
	$screen = get_current_screen();
	if ( '' !== busker_host() || null === $screen || 'plugins' !== $screen->id || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	printf(
		'<div class="notice notice-info"><p>%1$s <a href="%2$s">%3$s</a></p></div>',
		esc_html__( 'Busker: no server is set. Enter its address under Settings → General → Busker server.', 'busker' ),
		esc_url( admin_url( 'options-general.php#busker_host' ) ),
		esc_html__( 'Settings', 'busker' )
	);
}
add_action( 'admin_notices', 'busker_missing_server' );
