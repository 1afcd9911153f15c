<?php
/**
 * Plugin Name: Busker
 * Description: Social links and tips: [busker profile="ada"], or just paste the address of a Busker page on a line of its own.
 * Version: 1.0.0
 * Requires at least: 5.9
 * Requires PHP: 7.4
 * License: MIT
 *
 * The server is named under Settings → General. Nothing is stored but its address, and no visitor's request leaves your site except for
 * the card itself.
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Origin of the Busker server, without a slash at its end; empty while nobody has named it. */
function busker_host() {
	$parts = wp_parse_url( trim( (string) get_option( 'busker_host', '' ) ) );
	if ( empty( $parts['scheme'] ) || empty( $parts['host'] ) || ! in_array( $parts['scheme'], array( 'http', 'https' ), true ) ) {
		return '';
	}
	return $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/** Declared, the frame is shown as it is; undeclared, WordPress puts it into a sandbox, where it works as well. */
function busker_register_provider() {
	$host = busker_host();
	if ( '' !== $host ) {
		wp_oembed_add_provider( '#^' . preg_quote( $host, '#' ) . '/@[^/?\#]+/?(\?.*)?$#i', $host . '/oembed', true );
	}
}
add_action( 'init', 'busker_register_provider' );

/** Which attributes of the card a shortcode may set; the script's server is the card's host. */
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

/** The tag with a plain link inside, which is what remains when no script runs; empty while nothing names a profile or its file. */
function busker_tag( $host, $given ) {
	$named  = busker_named( $given );
	$handle = isset( $named['profile'] ) ? ltrim( strtolower( $named['profile'] ), '@' ) : '';
	$is_handle = preg_match( '/^[a-z0-9_]{3,30}$/', $handle );
	$is_file = isset( $named['src'] ) && '' !== $named['src'];
	if ( ! $is_handle && ( '' !== $handle || ! $is_file ) ) {
		return '';
	}
	$written = $is_handle ? ' profile="' . esc_attr( $handle ) . '"' : '';
	foreach ( busker_attributes() as $name ) {
		if ( isset( $named[ $name ] ) && 'profile' !== $name ) {
			$written = $written . ' ' . $name . '="' . esc_attr( $named[ $name ] ) . '"';
		}
	}
	$link = $is_handle ? '<a href="' . esc_url( $host . '/@' . $handle ) . '">@' . esc_html( $handle ) . '</a>' : '';
	return '<busker-card' . $written . '>' . $link . '</busker-card>';
}

/** [busker profile="ada" layout="links" goal] */
function busker_shortcode( $given ) {
	$host = busker_host();
	$tag  = '' === $host ? '' : busker_tag( $host, is_array( $given ) ? $given : array() );
	if ( '' === $tag ) {
		return current_user_can( 'edit_posts' )
			? '<em>' . esc_html__( 'Busker: name the server under Settings → General, and write [busker profile="ada"].', 'busker' ) . '</em>'
			: '';
	}
	wp_enqueue_script( 'busker-card', $host . '/embed/v1.js', array(), null, true );
	return $tag;
}
add_shortcode( 'busker', 'busker_shortcode' );

/** The card is a module. */
function busker_script_tag( $tag, $handle, $src ) {
	return 'busker-card' === $handle ? '<script type="module" async src="' . esc_url( $src ) . '"></script>' . "\n" : $tag;
}
add_filter( 'script_loader_tag', 'busker_script_tag', 10, 3 );

/** One field under Settings → General. */
function busker_settings() {
	register_setting( 'general', 'busker_host', array( 'type' => 'string', 'sanitize_callback' => 'esc_url_raw', 'default' => '' ) );
	add_settings_field( 'busker_host', __( 'Busker server', 'busker' ), 'busker_settings_field', 'general', 'default', array( 'label_for' => 'busker_host' ) );
}
add_action( 'admin_init', 'busker_settings' );

function busker_settings_field() {
	printf(
		'<input type="url" class="regular-text" id="busker_host" name="busker_host" value="%s" placeholder="https://busker.example">',
		esc_attr( (string) get_option( 'busker_host', '' ) )
	);
}
