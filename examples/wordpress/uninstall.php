<?php
/**
 * Removes what the plugin has stored.
 *
 * @package Busker
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

delete_option( 'busker_host' );

global $wpdb;
// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- options have no call that removes by the start of a name.
$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s OR option_name LIKE %s", $wpdb->esc_like( '_transient_busker_profile_' ) . '%', $wpdb->esc_like( '_transient_timeout_busker_profile_' ) . '%' ) );
