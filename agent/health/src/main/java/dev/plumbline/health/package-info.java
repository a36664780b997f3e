/**
 * Tells from an object how it is doing.
 *
 * <p>The rules of kstatus: first what holds for every object (its deletion, whether its controller
 * has seen this generation), then a table per kind, then the conditions people agreed on. Pure: an
 * object in, a {@link Health} out; whoever wants a deadline holds the clock. {@link
 * HealthRules#project} keeps the few fields that the rules read, so that nobody needs to keep more.
 */
package dev.plumbline.health;
